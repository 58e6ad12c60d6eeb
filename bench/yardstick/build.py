"""Compiles generated programs, and only those whose text, flags or headers changed."""

import hashlib
import os
import pathlib
import shlex
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

TOP = pathlib.Path(__file__).resolve().parents[2]
FLAGS = ["-std=c++20", "-O3", "-march=native", "-DNDEBUG", f"-I{TOP / 'bench'}", f"-I{TOP / 'include'}"]


@dataclass
class Target:
    folder: pathlib.Path
    name: str
    source: str
    flags: list[str] = field(default_factory=list)
    libraries: list[str] = field(default_factory=list)

    @property
    def executable(self) -> pathlib.Path:
        return self.folder / self.name


def compiler() -> list[str]:
    return shlex.split(os.environ.get("CXX", "g++"))


def links(source: str, flags: list[str]) -> bool:
    """Whether the compiler makes a program of a source, to find out what is installed."""
    command = [*compiler(), "-std=c++20", "-march=native", "-x", "c++", "-", "-o", os.devnull, *flags]
    return subprocess.run(command, input=source + "int main() {}\n", capture_output=True, text=True).returncode == 0


def dependencies(depfile: pathlib.Path) -> list[str]:
    return depfile.read_text().replace("\\\n", " ").split(":", 1)[1].split() if depfile.exists() else []


def state(target: Target, command: list[str]) -> str:
    """A hash of all that the executable was made of."""
    digest = hashlib.sha256("\0".join(command + target.libraries).encode())
    digest.update(subprocess.run([*compiler(), "--version"], capture_output=True).stdout)
    for path in dependencies(target.executable.with_suffix(".d")):
        digest.update(pathlib.Path(path).read_bytes() if os.path.exists(path) else b"gone")
    return digest.hexdigest()


def build(target: Target) -> str | None:
    """What the compiler complains about, or None."""
    target.folder.mkdir(parents=True, exist_ok=True)
    source, depends, objects, stamp = (target.executable.with_suffix(suffix) for suffix in (".cpp", ".d", ".o", ".state"))
    if not source.exists() or source.read_text() != target.source:
        source.write_text(target.source)
    cached = [ccache] if (ccache := shutil.which("ccache")) else []
    command = [*compiler(), *FLAGS, *target.flags, "-MMD", "-MF", str(depends), "-c", str(source), "-o", str(objects)]
    if target.executable.exists() and stamp.exists() and stamp.read_text() == state(target, command):
        return None
    stamp.unlink(missing_ok=True)
    link = [*compiler(), str(objects), *target.flags, *target.libraries, "-o", str(target.executable)]
    for step in (cached + command, link):
        result = subprocess.run(step, capture_output=True, text=True)
        if result.returncode != 0:
            return result.stderr or result.stdout
    stamp.write_text(state(target, command))
    return None


def build_all(targets: list[Target], jobs: int) -> dict[str, str]:
    """Builds a few at once; gives the complaints by target, none for those that are ready."""
    with ThreadPoolExecutor(jobs) as pool:
        complaints = pool.map(build, targets)
    return {target.name: complaint for target, complaint in zip(targets, complaints) if complaint}
