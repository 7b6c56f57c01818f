"""Lines through a point as numbers: the addresses of the codebook.

A line is a point with the `reach` points on either side of it, as far as the board goes, each
empty, own or other. Its number is (centre * arms + one arm) * arms + other arm, where an arm is
numbered from the point outwards: the sum of (1 + digit) * 3^i, so that shorter arms (those that the
border cuts) come first. cuda/planes.cuh computes the same numbers on the GPU, docs/net.md defines
them.

The two arms may be exchanged: a line read backwards is the same line, so both numbers get the same
row.
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
    return sum((1 + digit) * 3**i for i, digit in enumerate(digits))


def arm_digits(reach):
    """[arms, reach]: what stands on each arm, WALL beyond the border."""
    digits = np.full((arm_count(reach), reach), WALL, np.int64)
    for length in range(1, reach + 1):
        first = (3**length - 1) // 2
        value = np.arange(3**length)
        for i in range(length):
            digits[first : first + 3**length, i] = value // 3**i % 3
    return digits


def line_digits(reach):
    """[lines, 2 * reach + 1]: what stands on each line, read from the end of its first arm."""
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
    """The lines whose rows stand in a file: of a line and its reverse the one with the smaller
    number."""
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
        """Of every point at once. A point beyond a border is beyond it for the rest of the arm: the
        frame is wide enough."""
        number = np.zeros((size, size), np.int64)
        for j in range(reach):
            row, column = reach + (j + 1) * step_row, reach + (j + 1) * step_column
            digit = view[row : row + size, column : column + size]
            number += np.where(digit == WALL, 0, (1 + digit) * 3**j)
        return number

    centre = view[inner, inner] * arms
    return np.stack([(centre + arm(-dy, -dx)) * arms + arm(dy, dx) for dy, dx in DIRECTIONS], 2)
