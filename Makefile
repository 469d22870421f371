# Two commands do everything on a fresh machine: `make demo` and `make test`.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
LATEST ?= .venv-latest
OUT ?= out
# Installing compiles them, so install again when they have changed.
MESSAGES := $(wildcard cli/deckwright/locales/*/LC_MESSAGES/deckwright.po)

.PHONY: demo test test-latest lint bench bench-team docs site check-wheel messages clean

# Check, build and print the packaged games into out/.
demo: $(VENV)/installed
	$(BIN)/deckwright demo $(OUT) --db $(VENV)/demo.db

test: $(VENV)/developed
	$(BIN)/pytest -n auto

# The suite with the newest releases of all dependencies, in a separate environment; upper bounds are ignored.
test-latest:
	$(PYTHON) -m venv $(LATEST)
	$(LATEST)/bin/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	$(LATEST)/bin/python benchmarks/requirements.py | xargs $(LATEST)/bin/python -m pip install --quiet --disable-pip-version-check --upgrade
	$(LATEST)/bin/pytest -n auto

lint: $(VENV)/developed
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# Speed, as ratios to what the same work costs without Deckwright.
bench: $(VENV)/developed
	$(BIN)/python benchmarks/run.py

# 50 people who search and 5 who merge translations, for a minute in one PostgreSQL database: nothing lost, nobody waits.
bench-team: $(VENV)/developed
	$(BIN)/python benchmarks/team.py

# Write docs/commands.md, manual pages and completion scripts from the commands, pages and schema from the records of measures
# and counts, what is printed about the decks of docs/rules-cookbook.md, and the pictures of the examples in docs/faces.md.
docs: $(VENV)/developed
	$(BIN)/python cli/reference.py
	$(BIN)/python cli/manual.py
	$(BIN)/python cli/module_map.py
	$(BIN)/python cli/records.py
	$(BIN)/python cli/cookbook.py
	$(BIN)/python cli/face_pictures.py

# The documentation as a web site, in site/: `strict` is an error for each link or anchor that leads nowhere.
site: $(VENV)/developed
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict

# Build what is published, in dist/, and check it: what the wheel contains, and what a package index shows of it.
check-wheel: $(VENV)/developed
	rm -rf dist
	$(BIN)/python -m build --no-isolation --outdir dist
	$(BIN)/check-wheel-contents dist/*.whl
	$(BIN)/twine check --strict dist/*

# Update the catalogues of messages after one was added or changed, and compile them.
messages: $(VENV)/developed
	$(BIN)/python cli/catalogues.py

$(VENV)/installed: pyproject.toml $(MESSAGES)
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	touch $@

$(VENV)/developed: $(VENV)/installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	touch $@

clean:
	rm -rf $(VENV) $(LATEST) $(OUT) build dist site
