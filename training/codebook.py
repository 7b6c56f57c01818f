"""The line codebook: how a line through a point becomes the index of a row.

A line is a point with the `reach` points on either side of it, up to the border, each empty, own or
other. Its number is (centre * arms + one arm) * arms + other arm. The number of an arm, from the
point outwards, is the sum of (1 + digit) * 3^i, so shorter arms (cut off by the border) come first.
cuda/planes.cuh computes the same numbers on the GPU.

A line read backwards is the same line, so both numbers share a row.
"""
import numpy as np

EMPTY, OWN, OTHER, WALL = 0, 1, 2, 3
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (-1, 1))  # row and column step


def arm_count(reach):
    return (3 ** (reach + 1) - 1) // 2


def line_count(reach):
    return 3 * arm_count(reach) ** 2


def arm_number(digits):
    """The number of an arm, given from the point outwards to the border or the reach."""
    return sum((1 + digit) * 3**i for i, digit in enumerate(digits))


def arm_digits(reach):
    """[arms, reach]: the digits of each arm, WALL beyond the border."""
    digits = np.full((arm_count(reach), reach), WALL, np.int64)
    for length in range(1, reach + 1):
        first = (3**length - 1) // 2
        value = np.arange(3**length)
        for i in range(length):
            digits[first : first + 3**length, i] = value // 3**i % 3
    return digits


def line_digits(reach):
    """[lines, 2 * reach + 1]: the digits of each line, from the outer end of its first arm."""
    arms = arm_count(reach)
    number = np.arange(line_count(reach))
    digits = arm_digits(reach)
    first, second = digits[number // arms % arms], digits[number % arms]
    return np.concatenate([first[:, ::-1], (number // arms**2)[:, None], second], 1)


def reversed_lines(reach):
    """[lines]: the number of each line read backwards."""
    arms = arm_count(reach)
    number = np.arange(line_count(reach))
    return (number // arms**2 * arms + number % arms) * arms + number // arms % arms


def stored_lines(reach):
    """The lines whose rows a net file stores: the smaller number of a line and its reverse."""
    number = np.arange(line_count(reach))
    return number[reversed_lines(reach) >= number]


def board_lines(board, own, reach):
    """[rows, columns, 4]: the number of every line of a board of 0, 1 (black) and 2 (white), for
    the colour `own`."""
    size, arms = board.shape[0], arm_count(reach)
    view = np.full((size + 2 * reach, size + 2 * reach), WALL, np.int64)
    inner = slice(reach, reach + size)
    view[inner, inner] = np.where(board == 0, EMPTY, np.where(board == own, OWN, OTHER))

    def arm(step_row, step_column):
        """The arm numbers of all points at once. `view` has a frame of `reach` WALL points, so an
        arm that crosses the border stays outside."""
        number = np.zeros((size, size), np.int64)
        for j in range(reach):
            row, column = reach + (j + 1) * step_row, reach + (j + 1) * step_column
            digit = view[row : row + size, column : column + size]
            number += np.where(digit == WALL, 0, (1 + digit) * 3**j)
        return number

    centre = view[inner, inner] * arms
    return np.stack([(centre + arm(-dy, -dx)) * arms + arm(dy, dx) for dy, dx in DIRECTIONS], 2)
