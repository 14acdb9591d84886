"""No function of the reader or the check has more ways through it than one can hold in mind."""

import ast
from collections.abc import Iterator
from pathlib import Path

import veraz

MOST = 15
PACKAGES = ("reading", "replies")
SOURCES = Path(veraz.__file__).parent
BRANCHES = (ast.If, ast.IfExp, ast.For, ast.AsyncFor, ast.While, ast.Assert, ast.ExceptHandler, ast.match_case)
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def complexity(function: ast.AST) -> int:
    """Return one more than the branches and the joined conditions of a function, those inside it too (McCabe, 1976)."""
    nodes = list(ast.walk(function))
    joined = sum(len(node.values) - 1 for node in nodes if isinstance(node, ast.BoolOp))
    looped = sum(1 + len(node.ifs) for node in nodes if isinstance(node, ast.comprehension))
    return 1 + joined + looped + sum(isinstance(node, BRANCHES) for node in nodes)


def functions() -> Iterator[tuple[str, int]]:
    for package in PACKAGES:
        for path in sorted((SOURCES / package).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, FUNCTIONS):
                    yield f"{path.relative_to(SOURCES)}:{node.lineno} {node.name}", complexity(node)


def test_branches_and_joined_conditions_are_counted() -> None:
    source = "def f(a, b):\n    if a and b or a:\n        return [c for c in a if c]\n    return 1 if a else 2\n"
    assert complexity(ast.parse(source).body[0]) == 7


def test_no_function_has_too_many_ways_through_it() -> None:
    assert not [f"{name}: {ways}" for name, ways in functions() if ways > MOST]
