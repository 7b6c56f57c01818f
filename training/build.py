"""Compiles cuda/kernels.cu and loads it: with nvcc for the GPU, with g++ from the same source for
the CPU. Does not need PyTorch."""
import ctypes
import os
import subprocess
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
_libraries = {}


RULES = {
    "freestyle": [],
    "standard": ["-DEXACT_FIVE"],
    "renju": ["-DRENJU"],
    "caro": ["-DCARO", "-DEXACT_FIVE"],
    "caro-overline": ["-DCARO"],
}
BOARDS = (15, 20)  # tested board sizes; cuda/board.cuh can be compiled for others


def library(kind, rules="freestyle", size=15):
    """The kernels for 'cuda' or 'cpu', compiled on first use and cached for this process."""
    if (kind, rules, size) not in _libraries:
        source = os.path.join(HERE, "cuda", "kernels.cu")
        with tempfile.TemporaryDirectory(prefix="pentad_kernels_") as folder:
            target = os.path.join(folder, f"{kind}.so")
            if kind == "cuda":
                command = [
                    "nvcc",
                    "-O3",
                    "-arch=native",
                    "-Xcompiler",
                    "-fPIC",
                    "-shared",
                    "-o",
                    target,
                    source,
                ]
            else:
                flags = os.environ.get("KERNEL_CFLAGS", "-O2 -Wall -Wextra").split()
                command = [
                    "g++",
                    *flags,
                    "-x",
                    "c++",
                    "-Wno-unknown-pragmas",
                    "-shared",
                    "-fPIC",
                    "-o",
                    target,
                    source,
                ]
            subprocess.check_call(command + RULES[rules] + [f"-DBOARD={size}"])
            _libraries[kind, rules, size] = ctypes.CDLL(target)
    return _libraries[kind, rules, size]
