"""Net files (NNUE weights): reader and writer of the format in docs/develop/net.md. Plain NumPy, so it
works without PyTorch. The C reader is src/engine/net/net_file.c."""
import functools
import struct
import zlib
from collections import namedtuple

import numpy as np

from . import codebook

MAGIC = b"PENTADNN"
VERSION = 1
ARCHITECTURES = (1, 2)  # the number of parts: one for both colours, or black's and white's
HEADER = struct.Struct("<8sHHIBBBB6H32s")
RULES = ("freestyle", "standard", "renju", "caro", "caro-overline")

Shape = namedtuple("Shape", "reach channels depthwise region total value terms")
DEFAULT_SHAPE = Shape(reach=4, channels=32, depthwise=16, region=16, total=32, value=32, terms=4)
EXP_COUNT = 2048
BOARD_SIZES = (5, 25)
NAME_BYTES = 32  # with the terminating zero

# The largest absolute values: with these the integer arithmetic of docs/develop/net.md cannot overflow.
ROW_MAX, KERNEL_SUM_MAX, KERNEL_BIAS_MAX, WEIGHT_MAX = 1023, 120, 2047, 1023
BIAS_MAX, POLICY_BIAS_MAX, DYNAMIC_MAX = 1 << 28, 1 << 26, 511


class NetError(ValueError):
    """What is wrong with a file, in one line."""


def sections(shape):
    """Name, type and dimensions of the arrays of a part, in file order."""
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


def policy_signs(terms):
    """Whether each rectified term of the policy is added (1) or subtracted (-1). The first term is
    linear and added."""
    return [1] + [1 if m % 4 in (1, 2) else -1 for m in range(1, terms)]


def exp_table():
    """The table of exp(-x) for the softmax of the win, draw and loss logits. It is stored in the
    file, so inference does not need `exp`."""
    return np.round(65535 * np.exp(-np.arange(EXP_COUNT) / 128)).astype("<u2")


def check_sizes(smallest, largest):
    """Raises NetError for an invalid range of board sizes."""
    least, most = BOARD_SIZES
    if not least <= smallest <= largest <= most:
        raise NetError(
            f"trained on boards of {smallest} to {largest}; expected sizes from {least} to {most}, "
            "smaller first"
        )


def check_name(name):
    """Raises NetError for a name that a file cannot store."""
    if len(name) >= NAME_BYTES:
        raise NetError(f"the name is longer than {NAME_BYTES - 1} characters")
    for byte in name:
        if not 32 <= byte <= 126:
            raise NetError(
                f"the name contains the byte {byte}; expected printable ASCII, padded with zeros"
            )


def check_ranges(shape, arrays):
    """Raises NetError for weights that could overflow an accumulator."""

    def within(name, limit):
        largest = int(np.abs(arrays[name].astype(np.int64)).max(initial=0))
        if largest > limit:
            raise NetError(
                f"a weight of '{name}' has the absolute value {largest}; the limit is {limit}"
            )

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
    ):
        within(name, BIAS_MAX)
    within("policy_bias", POLICY_BIAS_MAX)
    if arrays["exp"][0] == 0:
        raise NetError("'exp' starts with 0; expected 1 to 65535")
    for channel, total in enumerate(np.abs(arrays["kernel"].astype(np.int64)).sum(0).tolist()):
        if total > KERNEL_SUM_MAX:
            raise NetError(
                f"the kernel weights of channel {channel} add up to {total}; the limit is "
                f"{KERNEL_SUM_MAX}"
            )


class Part:
    """The integer weights of a net for one colour or for both: `arrays[name]` as in `sections`."""

    def __init__(self, shape, arrays):
        self.shape, self.arrays = shape, {}
        for key, dtype, dimensions in sections(shape):
            array = np.asarray(arrays[key])
            if array.shape != dimensions:
                raise NetError(f"'{key}' has the dimensions {array.shape}; expected {dimensions}")
            self.arrays[key] = array.astype(dtype)
            if not np.array_equal(self.arrays[key], array):
                raise NetError(f"'{key}' contains numbers that do not fit into {dtype}")
        check_ranges(shape, self.arrays)

    @functools.cached_property
    def table(self):
        """[lines, channels]: the codebook with a row for every line, not only the stored ones."""
        stored = codebook.stored_lines(self.shape.reach)
        where = np.zeros(codebook.line_count(self.shape.reach), np.int64)
        where[stored] = np.arange(len(stored))
        line = np.arange(len(where))
        smaller = np.minimum(line, codebook.reversed_lines(self.shape.reach))
        return self.arrays["rows"][where[smaller]]


class Net:
    """A net: one part for both colours, or one for each colour, black's first."""

    def __init__(self, shape, parts, rules="freestyle", sizes=(15, 15), name=""):
        check_sizes(*sizes)
        check_name(name.encode())
        self.shape, self.rules, self.sizes, self.name = shape, rules, sizes, name
        self.parts = tuple(Part(shape, arrays) for arrays in parts)
        if len(self.parts) not in ARCHITECTURES:
            raise NetError(f"the net has {len(self.parts)} parts; expected one or two")

    def part(self, colour):
        """The part of black (0) or white (1)."""
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
    """Reads a net from the bytes of a file. NetError says what is wrong."""
    if data[:8] != MAGIC:
        raise NetError(f"not a net: it does not begin with '{MAGIC.decode()}'")
    if len(data) < HEADER.size:
        raise NetError(f"only {len(data)} bytes; the header of a net alone has {HEADER.size}")
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
            f"the net has architecture {architecture}; this program supports "
            + " and ".join(map(str, ARCHITECTURES))
        )
    if rules >= len(RULES):
        raise NetError(f"rule set number {rules} is unknown; 0 to {len(RULES) - 1} are known")
    if reach not in (4, 5):
        raise NetError(f"the line reach is {reach}; expected 4 or 5")
    name = name.rstrip(b"\0")
    check_sizes(smallest, largest)
    check_name(name)
    shape = Shape(reach, *widths)
    expected = architecture * sum(
        np.dtype(dtype).itemsize * int(np.prod(dimensions))
        for _, dtype, dimensions in sections(shape)
    )
    if length != expected:
        raise NetError(f"the header says {length} bytes of weights; expected {expected}")
    if len(data) != HEADER.size + length + 4:
        raise NetError(f"the file has {len(data)} bytes; expected {HEADER.size + length + 4}")
    stored, computed = struct.unpack("<I", data[-4:])[0], zlib.crc32(data[:-4])
    if stored != computed:
        raise NetError(
            f"damaged: the stored checksum is {stored:08x}, the computed one is {computed:08x}"
        )
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
    """Random integers around 0, the same in every version of NumPy: the sum of the four 16-bit
    quarters of splitmix64."""
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


# Standard deviation and limit of the weights of a random net: wide enough to reach both ends of
# every clamp.
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
    policy_bias=(4000, POLICY_BIAS_MAX),
)


def random_net(seed, shape=DEFAULT_SHAPE, colours=1):
    """A net with random weights that exercises all of the arithmetic, for tests of inference. With
    two colours its rules are renju."""

    def part(colour):
        return {
            key: exp_table()
            if key == "exp"
            else _noise(100 * seed + 50 * colour + i, dimensions, *_RANDOM[key])
            for i, (key, _, dimensions) in enumerate(sections(shape))
        }

    rules = "freestyle" if colours == 1 else "renju"
    return Net(shape, [part(colour) for colour in range(colours)], rules, name=f"random {seed}")
