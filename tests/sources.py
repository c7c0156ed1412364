"""Python sources, as tests of all of them look through them."""

import ast
from collections.abc import Iterator


def nodes_of(source: str) -> Iterator[ast.AST]:
    """Yield what a source consists of and what holds anything, the outer before the inner: `ast.walk`, but sooner."""
    left: list[ast.AST] = [ast.parse(source)]
    while left:
        node = left.pop()
        yield node
        for part in vars(node).values():
            if isinstance(part, list):
                left.extend(one for one in part if isinstance(one, ast.AST))
            elif isinstance(part, ast.AST) and part._fields:
                left.append(part)
