"""The examples of docs/python.md and of help(ludens), in their order."""

import doctest
import os
import re

from conftest import ROOT

import ludens


def run(text, name, names):
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    test = doctest.DocTestParser().get_doctest(text, names, name, name, 0)
    test.globs = names  # not a copy: one example goes on where another ended
    assert runner.run(test, clear_globs=False).failed == 0
    return len(test.examples)


def test_documentation(monkeypatch):
    monkeypatch.chdir(ROOT)
    names, examples = {}, 0
    for block in re.findall(r"^```python\n(.*?)^```", (ROOT / "docs/python.md").read_text(), re.S | re.M):
        if block.startswith(">>>"):
            examples += run(block, "docs/python.md", names)
        else:
            assert block.strip().count("\n") <= 45
            exec(compile(block, "docs/python.md", "exec"), names)
    assert examples > 30 and os.getcwd() == str(ROOT)


def test_help():
    names = {}
    assert run(ludens.__doc__, "ludens", names) > 4
    assert run(ludens.Session.__doc__, "Session", vars(ludens).copy()) == 2
