"""The package that a user installs holds what the repository holds, each file once."""

import os
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

import croupier

ROOT = Path(__file__).parents[1]
PLACES = {
    "contracts": "croupier/contracts",
    "services": "croupier/services",
    "docs/rules": "croupier/rules",
    "src/croupier": "croupier",
}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an sdist and the wheel that was built from that sdist."""
    out = tmp_path_factory.mktemp("dist")
    build = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(out), str(ROOT)]
    done = subprocess.run(build, capture_output=True, text=True, timeout=50, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return out


@pytest.fixture(scope="module")
def wheel(built: Path) -> zipfile.ZipFile:
    [path] = built.glob("*.whl")
    return zipfile.ZipFile(path)


def repository_files() -> Iterator[str]:
    """Where each file of the source folders belongs in the wheel; links are not followed."""
    for folder, place in PLACES.items():
        for path in sorted((ROOT / folder).rglob("*")):
            inside = path.relative_to(ROOT / folder)
            linked = any((ROOT / folder / parent).is_symlink() for parent in (inside, *inside.parents[:-1]))
            if path.is_file() and not linked and "__pycache__" not in inside.parts:
                yield f"{place}/{inside}"


def test_the_wheel_holds_every_source_file_once_and_nothing_else(wheel: zipfile.ZipFile) -> None:
    """The links of the repository become folders of the package, and no folder comes twice."""
    packed = [name for name in wheel.namelist() if ".dist-info/" not in name]
    assert sorted(packed) == sorted(repository_files())
    assert {"croupier/contracts/lines.py", "croupier/services/__init__.py", "croupier/py.typed"} <= set(packed)
    assert "croupier/rules/briscola.md" in packed


def test_the_sdist_holds_real_folders_and_no_links(built: Path) -> None:
    """A link in an archive would point to nothing on the machine of whoever unpacks it."""
    [path] = built.glob("*.tar.gz")
    with tarfile.open(path) as sdist:
        members = sdist.getmembers()
    assert [member.name for member in members if member.issym() or member.islnk()] == []
    names = {member.name.partition("/")[2] for member in members}
    assert {"contracts/lines.py", "services/__init__.py", "src/croupier/__init__.py", "LICENSE"} <= names
    assert not any(name.startswith(("src/croupier/contracts", "src/croupier/services", "runs/")) for name in names)


def test_the_unpacked_wheel_can_be_imported(wheel: zipfile.ZipFile, tmp_path: Path) -> None:
    """Without the repository behind it, contracts and services are where the code looks for them."""
    wheel.extractall(tmp_path)
    code = "import croupier.contracts.lines as lines, croupier.services; print(lines.__file__, croupier.__version__)"
    environment = os.environ | {"PYTHONPATH": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == [str(tmp_path / "croupier/contracts/lines.py"), croupier.__version__]


def test_the_wheel_names_its_version_licence_and_command(wheel: zipfile.ZipFile) -> None:
    """One version in the code and in the metadata."""
    info = f"croupier-{croupier.__version__}.dist-info"
    metadata = wheel.read(f"{info}/METADATA").decode()
    assert "License-Expression: Apache-2.0" in metadata
    assert "Requires-Python: >=3.11" in metadata
    assert b"croupier = croupier.cli.main:main" in wheel.read(f"{info}/entry_points.txt")
