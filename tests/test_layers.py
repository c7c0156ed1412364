"""Who loads what: the imports of each layer, seen in a fresh interpreter and in the source."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.sources import nodes_of

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
RULESETS: dict[str, str] = PROJECT["entry-points"]["tracker.rulesets"]
CORE_MODULES = sorted(
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    for path in (ROOT / "tracker" / "core").rglob("*.py")
)
PLUGIN_FILES = sorted(path for package in RULESETS.values() for path in (ROOT / "plugins" / package).rglob("*.py"))


def modules_loaded_by(code: str) -> set[str]:
    """The modules that a fresh interpreter loads for some code, beyond what it had at its start."""
    program = (
        "import json, sys\n"
        "at_start = set(sys.modules)\n"
        "try:\n"
        f"    exec({code!r})\n"
        "except SystemExit as ended:\n"
        "    assert not ended.code, ended.code\n"
        "print('\\n' + json.dumps(sorted(set(sys.modules) - at_start)))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    return set(json.loads(done.stdout.splitlines()[-1]))


def packages_beyond_the_standard_library(modules: set[str]) -> set[str]:
    # A package compiled by mypyc brings a helper module, named by a checksum, beside itself.
    packages = {module.partition(".")[0] for module in modules if not module.endswith("__mypyc")}
    return packages - sys.stdlib_module_names


def imported_modules(source: str) -> Iterator[str]:
    """The absolute names that some Python source imports, wherever in the file the import stands."""
    for node in nodes_of(source):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            assert node.module is not None
            yield node.module


def test_importing_the_package_imports_nothing_else() -> None:
    assert {module for module in modules_loaded_by("import tracker") if module.startswith("tracker")} == {"tracker"}


EACH_ALONE = """
import json, os, sys
from importlib import import_module

def loaded_by(*names):
    reader, writer = os.pipe()
    if not os.fork():
        before = set(sys.modules)
        for name in names:
            import_module(name)
        os.write(writer, json.dumps(sorted(set(sys.modules) - before)).encode())
        os._exit(0)
    os.close(writer)
    with open(reader) as told:
        loaded = json.loads(told.read() or "[]")
    os.wait()
    return loaded

modules = sys.argv[1:]
loaded = loaded_by(*modules)
for name in loaded:
    if name.partition(".")[0] in sys.stdlib_module_names:
        import_module(name)  # the only thing that the modules find there already
print(json.dumps([loaded, {name: loaded_by(name) for name in modules}]))
"""


def test_the_core_needs_the_standard_library_only_and_each_of_its_modules_can_be_imported_alone() -> None:
    command = [sys.executable, "-c", EACH_ALONE, "tracker", *CORE_MODULES]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    loaded, alone = json.loads(done.stdout)

    assert packages_beyond_the_standard_library(set(loaded)) == {"tracker"}
    assert {name for name in loaded if name.startswith("tracker")} == {"tracker", *CORE_MODULES}
    assert [name for name in alone if name not in alone[name]] == [], done.stderr


def test_the_api_needs_hook_markers_and_a_toml_reader_besides_the_core() -> None:
    loaded = modules_loaded_by("import tracker.api")

    assert packages_beyond_the_standard_library(loaded) <= {"tracker", "pluggy", "tomli"}
    reading = {"languages", "beside_modules", "compiled_words", "places", "plain_files", "reasons"}
    assert {name.split(".")[1] for name in loaded if name.startswith("tracker.")} == {"api", "core", *reading}


@pytest.mark.parametrize("option", ["--help", "--version"])
def test_asking_the_command_for_help_or_its_version_loads_no_screen(option: str) -> None:
    loaded = modules_loaded_by(
        f"import sys; sys.argv = ['coterie', '{option}']; from tracker.__main__ import main; sys.exit(main())"
    )

    assert packages_beyond_the_standard_library(loaded).isdisjoint({"textual", "rich", "pydantic"})
    assert not {name for name in loaded if name.startswith("tracker.ui")}


HEADLESS = [
    ["new", "SAVE", "--ruleset", "night-wanderers"],
    ["run", "SAVE", "-c", "add Ann", "-c", "help", "-c", "sheet Ann"],
    ["show", "SAVE"],
    ["log", "SAVE"],
    ["check", "SAVE"],
    ["rulesets"],
    ["themes"],
    ["settings", "theme=light"],
    ["help", "add"],
    ["demo"],
]


def test_no_command_without_a_screen_loads_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    save = str(tmp_path / "x.toml")
    commands = [[save if argument == "SAVE" else argument for argument in command] for command in HEADLESS]
    # One interpreter for all: it says of each command whether the screen is there after it, and none before had it.
    modules_loaded_by(
        f"import contextlib, io, sys; from tracker.__main__ import main\n"
        f"for command in {commands!r}:\n"
        f"    with contextlib.redirect_stdout(io.StringIO()): assert main(command) == 0, command\n"
        f"    assert not {{'textual', 'rich'}} & set(sys.modules), command"
    )


def test_a_plugin_imports_the_api_itself_the_standard_library_and_a_toml_reader_only() -> None:
    assert len(PLUGIN_FILES) > 100
    outside = set()
    for path in PLUGIN_FILES:
        file = path.relative_to(ROOT / "plugins")
        allowed = sys.stdlib_module_names | {file.parts[0], "tomli"}
        for module in imported_modules(path.read_text(encoding="utf-8")):
            if module != "tracker.api" and module.partition(".")[0] not in allowed:
                outside.add((file.as_posix(), module))

    assert outside == set()


def test_the_check_looks_for_circles_of_imports_in_every_package() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    (circles,) = (contract for contract in settings["contracts"] if contract["type"] == "acyclic_siblings")
    assert set(circles["ancestors"]) == set(settings["root_packages"]) == {"tracker", *RULESETS.values()}


def test_the_check_finds_a_circle_that_is_closed_inside_a_function(tmp_path: Path) -> None:
    package = tmp_path / "ring"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "one.py").write_text("from ring import two\n")
    (package / "two.py").write_text("def later():\n    from ring import one\n")
    contract = 'name = "No circles"\ntype = "acyclic_siblings"\nancestors = ["ring"]\n'
    linter = f'[tool.importlinter]\nroot_package = "ring"\n[[tool.importlinter.contracts]]\n{contract}'
    (tmp_path / "pyproject.toml").write_text(linter)
    command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as lint; lint()", "--no-cache"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, cwd=tmp_path)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "No cycles are allowed in ring" in done.stdout


def test_the_output_layer_knows_nothing_of_the_program_around_it() -> None:
    ours = "tracker.late_modules"  # any program could use it, too
    for path in [*sorted((ROOT / "tracker" / "ui" / "output").glob("*.py")), ROOT / "tracker" / "late_modules.py"]:
        for module in imported_modules(path.read_text(encoding="utf-8")):
            is_own = module.startswith("tracker.ui.output.") or module == ours
            assert not module.startswith("tracker") or is_own, f"{path.name}: {module}"


def test_the_list_of_sessions_comes_without_what_plays_one_and_a_session_without_what_its_first_act_needs() -> None:
    playing = {"pluggy", "tracker.opening", "tracker.engine", "tracker.rules.facade", "tracker.command.parse"}
    loaded = modules_loaded_by(
        "import tracker.cli.screen, tracker.ui.coterie, tracker.ui.screens.sessions\n"
        f"assert not (early := {playing!r} & set(sys.modules)), early\n"
        "from tracker.opening import load_rules, trial_session\n"
        "import tracker.ui.screens.fight\n"
        "for name in ('world-of-darkness', 'vtm5', 'night-wanderers', 'ukraine-by-night'):\n"
        "    assert trial_session(load_rules(name, (), ()), 'en').commands.actions"
    )
    acting = {"tracker.engine.act", "tracker.acts.plain", "tracker.command.reading", "tracker.command.run"}
    assert not loaded & acting
