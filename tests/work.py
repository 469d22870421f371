"""How much work something is: counted in calls, because a clock measures the machine as well."""

from __future__ import annotations

import sys

import pytest


@pytest.fixture
def calls():
    """Count the calls of functions, ours and others', that running something takes."""

    def count(function, *arguments):
        made = 0

        def note(_frame, event, _argument):
            nonlocal made
            made += event in {"call", "c_call"}

        before = sys.getprofile()
        sys.setprofile(note)
        try:
            function(*arguments)
        finally:
            sys.setprofile(before)
        return made

    return count
