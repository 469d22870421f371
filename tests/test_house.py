"""The shape of the house that a change can spoil without failing: no module imports itself through others."""

import runpy
from pathlib import Path

import pytest

HOUSE = runpy.run_path(str(Path(__file__).parent.parent / "benchmarks" / "house.py"))


@pytest.fixture(scope="module")
def modules():
    return HOUSE["parsed_modules"]()


def test_no_modules_import_each_other_not_even_for_types(modules):
    assert (
        HOUSE["cycles"]({name: HOUSE["imported"](name, tree, modules) for name, tree in modules.items()})
        == []
    )


def test_a_cycle_is_noticed():
    assert HOUSE["cycles"]({"a": {"b"}, "b": {"c"}, "c": {"b"}}) == ["b c"]
