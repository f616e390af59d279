"""The map of the house: each module, what it is for and what it imports."""

import ast
import tomllib
from dataclasses import dataclass
from pathlib import Path

from docs.pieces import joined, literal, table

SOURCE = Path(__file__).parents[1] / "src"
PACKAGE = "tokumei"


@dataclass(frozen=True)
class Module:
    """A module of ours as its source shows it."""

    name: str
    purpose: str
    imports: tuple[str, ...]

    @property
    def folder(self) -> str:
        """The package that the module stands in."""
        return self.name.rpartition(".")[0] or self.name


def page() -> str:
    """Return the page."""
    every = modules()
    parts = [
        "# The house",
        f"{len(every)} modules in layers. A module imports from the layers below its own only, and a method never "
        "imports another; a test checks both. This page is made from the code each time the site is built.",
        "## Layers, from top to bottom",
        table(["layer", "what it is for"], _layers(every)),
    ]
    for folder in dict.fromkeys(module.folder for module in every):
        rows = [_row(module) for module in every if module.folder == folder]
        parts += [f"## {folder}", table(["module", "purpose", "imports"], rows)]
    return joined(*parts)


def modules() -> list[Module]:
    """Return every module of the package, by folder."""
    found = [_read(path) for path in sorted((SOURCE / PACKAGE).rglob("*.py"))]
    return sorted(found, key=lambda module: (module.folder.count("."), module.folder, module.name))


def _row(module: Module) -> list[str]:
    return [literal(_short(module.name)), module.purpose, ", ".join(map(literal, module.imports))]


def _short(name: str) -> str:
    return name.removeprefix(f"{PACKAGE}.")


def _layers(every: list[Module]) -> list[list[str]]:
    purposes = {_short(module.name): module.purpose for module in every}
    project = tomllib.loads((SOURCE.parent / "pyproject.toml").read_text(encoding="utf-8"))
    layers = next(c["layers"] for c in project["tool"]["importlinter"]["contracts"] if c["type"] == "layers")
    # A layer in parentheses need not exist yet.
    present = [[part for part in layer.split(" | ") if part in purposes] for layer in layers]
    return [[", ".join(map(literal, parts)), " ".join(purposes[part] for part in parts)] for parts in present if parts]


def _read(path: Path) -> Module:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    name = ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")
    purpose = (ast.get_docstring(tree) or "").partition("\n")[0]
    return Module(name, purpose, tuple(sorted(_imports(tree) - {name})))


def _imports(tree: ast.Module) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and _ours(node.module):
            found |= {_module(node.module, alias.name) for alias in node.names}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names if _ours(alias.name)}
    return {_short(name) for name in found}


def _ours(name: str) -> bool:
    return name == PACKAGE or name.startswith(f"{PACKAGE}.")


def _module(package: str, name: str) -> str:
    # `from tokumei import catalogue` means a module; `from tokumei.errors import X` a name inside one.
    inside = SOURCE.joinpath(*package.split("."), name)
    return f"{package}.{name}" if inside.is_dir() or inside.with_suffix(".py").is_file() else package
