"""Builds the wheel: CMake makes the module, with all of the library in it. A source distribution carries the sources of the
library in engine/; in the project they are one folder up."""

import os
import re
import shutil
import subprocess
import sysconfig
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.sdist import sdist

HERE = Path(__file__).resolve().parent
ENGINE = HERE / "engine" if (HERE / "engine").is_dir() else HERE.parent
PARTS = ["CMakeLists.txt", "LICENSE", "cmake", "games", "include", "src", "python/module", "python/ludens"]


class BuildModule(build_ext):
    def build_extension(self, ext):
        build = Path(self.build_temp).resolve()
        subprocess.run(["cmake", "-S", ENGINE, "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
                        "-DLUDENS_PYTHON_ONLY=ON", "-DLUDENS_PYTHON_INCLUDE=" + sysconfig.get_paths()["include"]],
                       check=True)
        subprocess.run(["cmake", "--build", build, "--target", "ludens_python",
                        "--parallel", os.environ.get("LUDENS_JOBS", "2")], check=True)
        target = Path(self.get_ext_fullpath(ext.name))
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(build / "python/ludens/_ludens.abi3.so", target)
        subprocess.run(["strip", "--strip-unneeded", target], check=True)


class WithEngine(sdist):
    def make_release_tree(self, base_dir, files):
        super().make_release_tree(base_dir, files)
        for part in PARTS:
            source, target = ENGINE / part, Path(base_dir) / "engine" / part
            target.parent.mkdir(parents=True, exist_ok=True)
            if source.is_dir():
                shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__", "*.abi3.so"))
            else:
                shutil.copy(source, target)


setup(
    version=re.search(r"project\(ludens VERSION (\S+)", (ENGINE / "CMakeLists.txt").read_text())[1],
    packages=["ludens", "ludens.adapters"],
    package_data={"ludens": ["py.typed", "*.pyi"]},
    ext_modules=[Extension("ludens._ludens", [], py_limited_api=True)],
    cmdclass={"build_ext": BuildModule, "sdist": WithEngine},
    options={"bdist_wheel": {"py_limited_api": "cp311"}},
)
