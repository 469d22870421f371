"""How many examples property tests draw, and which: the one place where that is decided.

`make test` tries the same few each time, so that a change is judged by what it changes; `make test-deep` tries more of
them; `make explore` draws new ones. No test has a number of its own.
"""

from __future__ import annotations

from hypothesis import HealthCheck, Phase, settings
from hypothesis.internal.conjecture import providers

EXAMPLES = {"few": 25, "deep": 100, "explore": 300}
"""Each profile, which `pytest --hypothesis-profile` chooses, and how many examples a test tries."""

_is_local = providers.is_local_module_file


def register_profiles():
    """Register the profiles; the first is used unless another is chosen."""
    for name, number in EXAMPLES.items():
        is_new = name == "explore"
        settings.register_profile(
            name,
            max_examples=number,
            derandomize=not is_new,
            # Looking for a smaller example takes up to five minutes.
            phases=[Phase.explicit, Phase.generate, *([Phase.shrink] if is_new else [])],
            database=None,
            print_blob=is_new,
            # How long an example takes says more about the machine than about the program.
            deadline=None,
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
        )
    settings.load_profile("few")
    providers.is_local_module_file = _is_source_of_constants


def _is_source_of_constants(file):
    """Hypothesis draws constants of all modules that are imported by now, which depends on the tests that ran before."""
    return settings.get_current_profile_name() == "explore" and _is_local(file)
