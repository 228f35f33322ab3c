"""requirements.txt and requirements-dev.txt are what `make lock` makes of pyproject.toml. No test asks the network."""

import ast
import re
import sys
import tomllib
from importlib import metadata

import pytest
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.server import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
RUN_TIME = PROJECT["project"]["dependencies"]
DIRECT = {"requirements.txt": RUN_TIME, "requirements-dev.txt": RUN_TIME + PROJECT["dependency-groups"]["dev"]}
OURS = {"bench", "drafts", "draftsite", "tests"}
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
SYSTEMS = {"linux": "Linux", "darwin": "Darwin", "win32": "Windows"}
IMPLEMENTATIONS = {"cpython": "CPython", "pypy": "PyPy"}
ENVIRONMENTS = [
    default_environment()
    | {"python_version": python, "python_full_version": f"{python}.0"}
    | {"sys_platform": system, "platform_system": SYSTEMS[system], "os_name": "nt" if system == "win32" else "posix"}
    | {"implementation_name": implementation, "platform_python_implementation": IMPLEMENTATIONS[implementation]}
    for python in PYTHONS
    for system in SYSTEMS
    for implementation in IMPLEMENTATIONS
]


def name_of(requirement):
    return canonicalize_name(requirement.name)


def pins_in(text):
    """Return the pinned requirements of a compiled list, each with how many hashes it has."""
    blocks = re.findall(r"^(\S+==.*?)(?: \\)?$((?:\n    --hash=sha256:[0-9a-f]{64}(?: \\)?$)*)", text, re.MULTILINE)
    return [(Requirement(pin), hashes.count("--hash")) for pin, hashes in blocks]


def pins(page):
    return [pin for pin, _ in pins_in((ROOT / page).read_text())]


def reachable_from(direct, environments):
    """Return the names of all packages that these need in one of the environments, as far as they are installed."""
    found, waiting = set(), [(Requirement(text), "") for text in direct]
    while waiting:
        requirement, extra = waiting.pop()
        marker = requirement.marker
        if marker and not any(marker.evaluate(where | {"extra": extra}) for where in environments):
            continue
        for wanted in {"", *requirement.extras}:
            if (name_of(requirement), wanted) not in found:
                found.add((name_of(requirement), wanted))
                waiting += [(Requirement(text), wanted) for text in needs_of(requirement.name)]
    return {name for name, _ in found}


def needs_of(package):
    try:
        return metadata.requires(package) or []
    except metadata.PackageNotFoundError:
        return []  # it belongs to another system


def complaints(direct, pinned):
    """Return what is wrong with a compiled list, in words."""
    here = {name_of(pin): pin for pin in pinned if not pin.marker or pin.marker.evaluate()}
    wrong = [f"{name} is not pinned" for name in sorted(reachable_from(direct, [default_environment()]) - {*here})]
    for requirement in map(Requirement, direct):
        pin = here.get(name_of(requirement))
        if pin and not requirement.specifier.contains(str(pin.specifier).removeprefix("==")):
            wrong.append(f"{pin} is not {requirement}")
    needed = reachable_from(direct, ENVIRONMENTS)
    return wrong + [f"nothing needs {name}" for name in sorted({name_of(pin) for pin in pinned} - needed)]


@pytest.mark.parametrize("page", DIRECT)
def test_the_compiled_list_is_current(page):
    assert complaints(DIRECT[page], pins(page)) == [], "make lock"


@pytest.mark.parametrize("page", DIRECT)
def test_every_pin_has_hashes_and_names_no_place(page):
    text = (ROOT / page).read_text()
    assert len(pins_in(text)) == len(re.findall(r"^[^\s#]", text, re.MULTILINE)) > 40
    assert [str(pin) for pin, hashes in pins_in(text) if hashes < 1] == []
    assert ("://" in text, re.findall(r"^-", text, re.MULTILINE)) == (False, [])


@pytest.mark.parametrize("page", DIRECT)
def test_the_installed_versions_are_the_pinned_ones(page):
    here = [pin for pin in pins(page) if not pin.marker or pin.marker.evaluate()]
    assert [str(pin) for pin in here if not pin.specifier.contains(metadata.version(pin.name))] == []


def test_both_lists_pin_the_same_versions():
    assert [str(pin) for pin in pins("requirements.txt") if pin.specifier not in tools_for(pin)] == []


def tools_for(pin):
    return [other.specifier for other in pins("requirements-dev.txt") if name_of(other) == name_of(pin)]


def test_every_package_that_the_code_imports_is_a_direct_requirement():
    providers = metadata.packages_distributions()
    direct = {name_of(Requirement(text)) for text in DIRECT["requirements-dev.txt"]}
    used = {module: {canonicalize_name(package) for package in providers[module]} for module in imported_modules()}
    assert [module for module, packages in sorted(used.items()) if not packages & direct] == []


def imported_modules():
    """Return the top-level names of all modules that come from packages."""
    names = set()
    for folder in OURS:
        for page in (ROOT / folder).rglob("*.py"):
            beside = {
                path.stem for path in page.parent.glob("*.py")
            }  # a script of its own imports these by their names
            names |= {name for name in imported_by(page) if name not in beside}
    return names - OURS - sys.stdlib_module_names


def imported_by(page):
    for node in ast.walk(ast.parse(page.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.partition(".")[0]


# The test itself --------------------------------------------------------------------------------------------------


def test_a_requirement_that_was_added_without_compiling_is_noticed():
    pinned = pins("requirements.txt")
    assert complaints([*RUN_TIME, "hypothesis~=6.170"], pinned) == [
        "hypothesis is not pinned",
        "sortedcontainers is not pinned",
    ]
    assert complaints([*RUN_TIME, "never-heard-of>=1"], pinned) == ["never-heard-of is not pinned"]


def test_a_requirement_that_was_dropped_without_compiling_is_noticed():
    without = [text for text in RUN_TIME if not text.startswith("rich")]
    assert complaints(without, pins("requirements.txt")) == [
        "nothing needs markdown-it-py",
        "nothing needs mdurl",
        "nothing needs pygments",
        "nothing needs rich",
    ]


def test_a_requirement_that_was_raised_without_compiling_is_noticed():
    raised = [text.replace("Django~=5.2.19", "Django~=6.0") for text in RUN_TIME]
    assert complaints(raised, pins("requirements.txt")) == ["django==5.2.19 is not Django~=6.0"]


def test_a_pin_that_was_taken_out_by_hand_is_noticed():
    pinned = [pin for pin in pins("requirements.txt") if pin.name not in ("autobahn", "txaio")]
    assert complaints(RUN_TIME, pinned) == ["autobahn is not pinned", "txaio is not pinned"]


def test_a_pin_without_a_hash_is_noticed():
    assert pins_in("rich==15.0.0\nsegno==1.6.6 \\\n    --hash=sha256:" + "0" * 64 + "\n    # via\n    #   x\n") == [
        (Requirement("rich==15.0.0"), 0),
        (Requirement("segno==1.6.6"), 1),
    ]
