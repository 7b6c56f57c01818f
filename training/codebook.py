"""Lines through a point as numbers: the addresses of the codebook.

A line is a point with the `reach` points on either side of it, as far as the board goes, each empty, own or other. Its
number is (centre * arms + one arm) * arms + other arm, where an arm is numbered from the point outwards and shorter arms
(those that the border cuts) come first. kernels.cu computes the same numbers on the GPU, docs/net.md defines them.

The two arms may be exchanged: a line read backwards is the same line, so both numbers get the same row.
"""
import numpy as np

EMPTY, OWN, OTHER, WALL = 0, 1, 2, 3
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (-1, 1))  # row and column step


def arm_count(reach):
    return (3 ** (reach + 1) - 1) // 2


def line_count(reach):
    return 3 * arm_count(reach) ** 2


def arm_number(digits):
    """Of an arm given from the point outwards; it is as long as the board lets it be."""
    return (3 ** len(digits) - 1) // 2 + sum(digit * 3 ** i for i, digit in enumerate(digits))


def arm_digits(reach):
    """[arms, reach]: what stands on each arm, WALL beyond the border."""
    digits = np.full((arm_count(reach), reach), WALL, np.int64)
    for length in range(1, reach + 1):
        first = (3 ** length - 1) // 2
        value = np.arange(3 ** length)
        for i in range(length):
            digits[first:first + 3 ** length, i] = value // 3 ** i % 3
    return digits


def line_digits(reach):
    """[lines, 2 * reach + 1]: what stands on each line, read from the end of its first arm."""
    arms = arm_count(reach)
    number = np.arange(line_count(reach))
    digits = arm_digits(reach)
    first, second = digits[number // arms % arms], digits[number % arms]
    return np.concatenate([first[:, ::-1], (number // arms ** 2)[:, None], second], 1)


def reversed_lines(reach):
    """[lines]: the number of each line read backwards."""
    arms = arm_count(reach)
    number = np.arange(line_count(reach))
    return (number // arms ** 2 * arms + number % arms) * arms + number // arms % arms


def stored_lines(reach):
    """The lines whose rows stand in a file: of a line and its reverse the one with the smaller number."""
    number = np.arange(line_count(reach))
    return number[reversed_lines(reach) >= number]


def board_lines(board, own, reach):
    """[rows, columns, 4]: the number of every line of a board of 0, 1 (black) and 2 (white), for the colour `own`."""
    size = board.shape[0]
    view = np.where(board == 0, EMPTY, np.where(board == own, OWN, OTHER))
    arms = arm_count(reach)
    out = np.zeros((size, size, len(DIRECTIONS)), np.int64)

    def arm(row, column, step_row, step_column):
        digits = []
        for j in range(1, reach + 1):
            y, x = row + j * step_row, column + j * step_column
            if not (0 <= y < size and 0 <= x < size):
                break
            digits.append(int(view[y, x]))
        return arm_number(digits)

    for row in range(size):
        for column in range(size):
            for d, (dy, dx) in enumerate(DIRECTIONS):
                first, second = arm(row, column, -dy, -dx), arm(row, column, dy, dx)
                out[row, column, d] = (int(view[row, column]) * arms + first) * arms + second
    return out
