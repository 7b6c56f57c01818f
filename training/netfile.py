"""The net file: docs/net.md describes every byte. Plain NumPy, so that it works where PyTorch is
not installed."""
import functools
import struct
import zlib
from collections import namedtuple

import numpy as np

from . import codebook

MAGIC = b"PENTADNN"
VERSION = 1
ARCHITECTURES = (1, 2)  # by the number of parts: one for both colours, or black's and white's
HEADER = struct.Struct("<8sHHIBBBB6H32s")
RULES = ("freestyle", "standard", "renju")

Shape = namedtuple("Shape", "reach channels depthwise region total value terms")
DEFAULT_SHAPE = Shape(reach=4, channels=32, depthwise=16, region=16, total=32, value=32, terms=4)
EXP_COUNT = 2048
BOARD_SIZES = (5, 25)
NAME_BYTES = 32  # the last is zero

# The largest numbers that the integer arithmetic of docs/net.md has room for.
ROW_MAX, KERNEL_SUM_MAX, KERNEL_BIAS_MAX, WEIGHT_MAX, BIAS_MAX, DYNAMIC_MAX = (
    1023,
    120,
    2047,
    1023,
    1 << 28,
    511,
)


class NetError(ValueError):
    """What is wrong with a file, in one line."""


def sections(shape):
    """Name, type and dimensions of the arrays of a part, in their order."""
    pair = 2 * shape.channels
    return (
        ("rows", "<i2", (len(codebook.stored_lines(shape.reach)), shape.channels)),
        ("kernel", "<i2", (9, shape.depthwise)),
        ("kernel_bias", "<i2", (shape.depthwise,)),
        ("region", "<i2", (3, 2 * shape.region, pair)),
        ("region_bias", "<i4", (3, 2 * shape.region)),
        ("total", "<i2", (shape.total, pair)),
        ("total_bias", "<i4", (shape.total,)),
        ("value", "<i2", (shape.value, shape.total + 3 * shape.region)),
        ("value_bias", "<i4", (shape.value,)),
        ("wdl", "<i2", (3, shape.value)),
        ("wdl_bias", "<i4", (3,)),
        ("dynamic", "<i2", (shape.terms, pair, shape.value)),
        ("dynamic_bias", "<i4", (shape.terms, pair)),
        ("policy_bias", "<i4", (shape.terms,)),
        ("exp", "<u2", (EXP_COUNT,)),
    )


def exp_table():
    """The decreasing exponential that turns logits into shares; in the file, so that nobody needs
    `exp`."""
    return np.round(65535 * np.exp(-np.arange(EXP_COUNT) / 128)).astype("<u2")


def check_sizes(smallest, largest):
    """Complains about boards that there are none of."""
    least, most = BOARD_SIZES
    if not least <= smallest <= largest <= most:
        raise NetError(
            f"trained on boards of {smallest} to {largest}; sizes from {least} to {most}, the "
            "smaller one first, would be right"
        )


def check_name(name):
    """Complains about bytes that a name in a file cannot have."""
    if len(name) >= NAME_BYTES:
        raise NetError(f"the name is longer than {NAME_BYTES - 1} characters")
    for byte in name:
        if not 32 <= byte <= 126:
            raise NetError(
                f"the name holds the byte {byte}; only printable ASCII and zeros behind it would "
                "be right"
            )


def check_ranges(shape, arrays):
    """Complains about numbers that could overflow an accumulator."""

    def within(name, limit):
        largest = int(np.abs(arrays[name].astype(np.int64)).max(initial=0))
        if largest > limit:
            raise NetError(f"{name} reaches {largest}, more than {limit}")

    within("rows", ROW_MAX)
    within("kernel_bias", KERNEL_BIAS_MAX)
    for name in ("region", "total", "value", "wdl", "dynamic"):
        within(name, WEIGHT_MAX)
    for name in (
        "region_bias",
        "total_bias",
        "value_bias",
        "wdl_bias",
        "dynamic_bias",
        "policy_bias",
    ):
        within(name, BIAS_MAX)
    if arrays["exp"][0] == 0:
        raise NetError("exp begins with 0; it has to begin with 1 to 65535")
    heaviest = int(np.abs(arrays["kernel"].astype(np.int64)).sum(0).max(initial=0))
    if heaviest > KERNEL_SUM_MAX:
        raise NetError(f"a depthwise kernel weighs {heaviest}, more than {KERNEL_SUM_MAX}")


class Part:
    """The integers of a net for one colour, or for both: `arrays[name]` as `sections` lists them."""

    def __init__(self, shape, arrays):
        self.shape, self.arrays = shape, {}
        for key, dtype, dimensions in sections(shape):
            array = np.asarray(arrays[key])
            if array.shape != dimensions:
                raise NetError(f"{key} has the dimensions {array.shape}, not {dimensions}")
            self.arrays[key] = array.astype(dtype)
            if not np.array_equal(self.arrays[key], array):
                raise NetError(f"{key} holds numbers that {dtype} cannot")
        check_ranges(shape, self.arrays)

    @functools.cached_property
    def table(self):
        """[lines, channels]: the codebook with every line in it."""
        stored = codebook.stored_lines(self.shape.reach)
        where = np.zeros(codebook.line_count(self.shape.reach), np.int64)
        where[stored] = np.arange(len(stored))
        line = np.arange(len(where))
        smaller = np.minimum(line, codebook.reversed_lines(self.shape.reach))
        return self.arrays["rows"][where[smaller]]


class Net:
    """A part for both colours, or one for each, black's first."""

    def __init__(self, shape, parts, rules="freestyle", sizes=(15, 15), name=""):
        check_sizes(*sizes)
        check_name(name.encode())
        self.shape, self.rules, self.sizes, self.name = shape, rules, sizes, name
        self.parts = tuple(Part(shape, arrays) for arrays in parts)
        if len(self.parts) not in ARCHITECTURES:
            raise NetError(f"a net of {len(self.parts)} parts; it has one, or one for each colour")

    def part(self, colour):
        """That of black (0) or white (1)."""
        return self.parts[colour % len(self.parts)]

    def to_bytes(self):
        shape = self.shape
        payload = b"".join(
            part.arrays[key].tobytes() for part in self.parts for key, _, _ in sections(shape)
        )
        header = HEADER.pack(
            MAGIC,
            VERSION,
            len(self.parts),
            len(payload),
            RULES.index(self.rules),
            *self.sizes,
            shape.reach,
            shape.channels,
            shape.depthwise,
            shape.region,
            shape.total,
            shape.value,
            shape.terms,
            self.name.encode(),
        )
        return header + payload + struct.pack("<I", zlib.crc32(header + payload))


def from_bytes(data):
    """The net in a file's bytes; NetError says what is wrong with them."""
    if len(data) < HEADER.size + 4 or data[:8] != MAGIC:
        raise NetError(f"not a Pentad net: it does not begin with {MAGIC.decode()}")
    (
        _,
        version,
        architecture,
        length,
        rules,
        smallest,
        largest,
        reach,
        *widths,
        name,
    ) = HEADER.unpack_from(data)
    if version != VERSION:
        raise NetError(f"the file has version {version}; this program reads version {VERSION}")
    if architecture not in ARCHITECTURES:
        raise NetError(
            f"the net has architecture {architecture}; this program knows "
            + " and ".join(map(str, ARCHITECTURES))
        )
    if reach not in (4, 5):
        raise NetError(f"lines reach {reach} points; 4 or 5 would be right")
    if rules >= len(RULES):
        raise NetError(f"rule number {rules} is unknown; 0 to {len(RULES) - 1} are known")
    name = name.rstrip(b"\0")
    check_sizes(smallest, largest)
    check_name(name)
    shape = Shape(reach, *widths)
    expected = architecture * sum(
        np.dtype(dtype).itemsize * int(np.prod(dimensions))
        for _, dtype, dimensions in sections(shape)
    )
    if length != expected or len(data) != HEADER.size + length + 4:
        raise NetError(
            f"the file has {len(data)} bytes; its header asks for {HEADER.size + expected + 4}"
        )
    if zlib.crc32(data[:-4]) != struct.unpack("<I", data[-4:])[0]:
        raise NetError("the checksum is wrong: the file is damaged")
    parts, offset = [], HEADER.size
    for _ in range(architecture):
        arrays = {}
        for key, dtype, dimensions in sections(shape):
            count = int(np.prod(dimensions))
            arrays[key] = np.frombuffer(data, dtype, count, offset).reshape(dimensions)
            offset += count * np.dtype(dtype).itemsize
        parts.append(arrays)
    return Net(shape, parts, RULES[rules], (smallest, largest), name.decode())


def _noise(seed, dimensions, spread, limit):
    """Integers around 0, the same in every version of NumPy: the sum of the four quarters of
    splitmix64."""
    count = int(np.prod(dimensions))
    with np.errstate(over="ignore"):
        z = (np.arange(1, count + 1, dtype=np.uint64) + np.uint64(seed << 32)) * np.uint64(
            0x9E3779B97F4A7C15
        )
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        z ^= z >> np.uint64(31)
    quarters = (
        sum((z >> np.uint64(16 * i)).astype(np.int64) & 0xFFFF for i in range(4)) - 2 * 0xFFFF
    )
    return np.clip(quarters * spread // 37837, -limit, limit).reshape(
        dimensions
    )  # 37837: their standard deviation


# How far the numbers of a random net spread, and how far they may: wide enough that every clamp is
# met.
_RANDOM = dict(
    rows=(90, ROW_MAX),
    kernel=(9, KERNEL_SUM_MAX // 9),
    kernel_bias=(300, KERNEL_BIAS_MAX),
    region=(5, WEIGHT_MAX),
    region_bias=(60000, BIAS_MAX),
    total=(5, WEIGHT_MAX),
    total_bias=(60000, BIAS_MAX),
    value=(20, WEIGHT_MAX),
    value_bias=(4000, BIAS_MAX),
    wdl=(100, WEIGHT_MAX),
    wdl_bias=(1000, BIAS_MAX),
    dynamic=(60, WEIGHT_MAX),
    dynamic_bias=(8000, BIAS_MAX),
    policy_bias=(4000, BIAS_MAX),
)


def random_net(seed, shape=DEFAULT_SHAPE, colours=1):
    """A net of random numbers that exercises all of the arithmetic: for tests of inference before
    any net is trained. With two colours it is one for renju, where they differ."""

    def part(colour):
        return {
            key: exp_table()
            if key == "exp"
            else _noise(100 * seed + 50 * colour + i, dimensions, *_RANDOM[key])
            for i, (key, _, dimensions) in enumerate(sections(shape))
        }

    rules = "freestyle" if colours == 1 else "renju"
    return Net(shape, [part(colour) for colour in range(colours)], rules, name=f"random {seed}")
