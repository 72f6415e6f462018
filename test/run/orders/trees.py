# SPDX-License-Identifier: Apache-2.0
"""C text as a tree, of which any part can be left out."""

from dataclasses import dataclass, field


@dataclass
class Leaf:
    text: str

    def lines(self, depth):
        return ["  " * depth + line for line in self.text.split("\n")]

    def smaller(self):
        return iter(())


@dataclass
class Block:
    """`head` goes before the braces; without them if it holds one thing alone."""

    head: str
    children: list = field(default_factory=list)
    bare: bool = False

    def lines(self, depth):
        bare = self.bare and len(self.children) == 1 and not declares(self.children[0])
        result = ["  " * depth + f"{self.head}{'' if bare else ' {'}".strip()]
        for child in self.children:
            result += child.lines(depth + 1)
        return result if bare else [*result, "  " * depth + "}"]

    def smaller(self):
        """Variants that lack a part."""
        for less in smaller_lists(self.children):
            yield Block(self.head, less, self.bare)


def declares(tree):
    return isinstance(tree, Leaf) and (tree.text.count(";") != 1 or "{" in tree.text or " = " not in tree.text)


def smaller_lists(trees):
    for at in range(len(trees)):
        yield [*trees[:at], *trees[at + 1 :]]
    for at, tree in enumerate(trees):
        for less in tree.smaller():
            yield [*trees[:at], less, *trees[at + 1 :]]
