"""Mutants of a C source file: single faults such as `<` for `<=`, `&&` for `||`, another constant, a negated
condition, a removed statement; in src/store, also the operators of SQL. Works on tokens: a mutant that does not
compile is not counted."""

import dataclasses
import re

TOKEN = re.compile(
    r"""(?P<comment>//[^\n]*|/\*.*?\*/)
    |(?P<pp>(?<![^\n])[ \t]*\#(?:[^\n\\]|\\.|\\\n)*)
    |(?P<string>"(?:[^"\\\n]|\\.)*")
    |(?P<char>'(?:[^'\\\n]|\\.)+')
    |(?P<number>0[xX][0-9a-fA-F]+[uUlL]*|[0-9]+\.[0-9]+|[0-9]+[uUlL]*)
    |(?P<word>[A-Za-z_][A-Za-z_0-9]*)
    |(?P<op><<=|>>=|\.\.\.|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|[-+*/%&|^~!<>=?:;,.(){}\[\]])
    """,
    re.VERBOSE | re.DOTALL,
)

REPLACEMENTS = {
    "<": ["<=", ">="], "<=": ["<", ">"], ">": [">=", "<="], ">=": [">", "<"], "==": ["!="], "!=": ["=="],
    "&&": ["||"], "||": ["&&"], "+": ["-"], "-": ["+"], "*": ["/"], "/": ["*"], "%": ["*"], "<<": [">>"],
    ">>": ["<<"], "&": ["|"], "|": ["&"], "^": ["&"], "++": ["--"], "--": ["++"], "+=": ["-="], "-=": ["+="],
    "*=": ["/="], "/=": ["*="], "%=": ["/="], "|=": ["&="], "&=": ["|="], "^=": ["|="], "true": ["false"], "false": ["true"],
}
BINARY_OR_UNARY = {"+", "-", "*", "&"}
SQL = [
    (" AND ", " OR "), (" OR ", " AND "), (" DESC", " ASC"), (" < ", " <= "), (" > ", " >= "), (" <= ", " < "),
    (" >= ", " > "), (" != ", " = "), (" = ", " != "), ("IS NOT NULL", "IS NULL"), ("IS NULL", "IS NOT NULL"),
    ("NOT EXISTS", "EXISTS"), (" + ", " - "), (" - ", " + "), ("MAX(", "MIN("), ("MIN(", "MAX("), ("OR IGNORE ", ""),
    ("OR REPLACE ", ""), ("NOT settled", "settled"),
]
KEYWORDS = {
    "if", "else", "for", "while", "do", "switch", "case", "default", "return", "break", "continue", "goto", "sizeof",
    "static", "const", "struct", "enum", "union", "typedef", "extern", "inline", "volatile", "register",
}
TYPES = {"char", "int", "void", "bool", "unsigned", "signed", "long", "short", "double", "float", "sqlite3", "sqlite3_stmt", "sqlite3_backup"}


@dataclasses.dataclass(frozen=True)
class Mutant:
    """Replaces the text from `start` to `end`."""

    path: str
    start: int
    end: int
    text: str
    line: int
    change: str  # "< -> <=", with #2 if it is the second such token of its line
    source: str  # the line, with (2) behind it if the file has such a line before

    @property
    def key(self):
        """The same as long as the line does not change."""
        return f"{self.path}\t{self.change}\t{self.source}"


@dataclasses.dataclass
class Token:
    kind: str
    text: str
    start: int
    end: int


def tokenize(text):
    """The tokens of the code, and the string literals wherever they are."""
    code, strings, at = [], [], 0
    for m in TOKEN.finditer(text):
        kind = m.lastgroup
        if text[at : m.start()].strip():
            raise ValueError(f"unknown text: {text[at:m.start()]!r}")
        at = m.end()
        if kind == "pp":
            strings += [Token("string", s[0], m.start() + s.start(), m.start() + s.end())
                        for s in re.finditer(r'"(?:[^"\\\n]|\\.)*"', m[0])]
        elif kind == "string":
            strings.append(Token(kind, m[0], m.start(), m.end()))
            code.append(strings[-1])
        elif kind != "comment":
            code.append(Token(kind, m[0], m.start(), m.end()))
    return code, strings


def is_type(token):
    word = token.text
    return token.kind == "word" and (
        word in TYPES or word.endswith("_t") or (word[0].isupper() and any(c.islower() for c in word)))


def matching(tokens):
    """For each bracket the index of its partner. Key (i,): true if the token is directly inside parentheses."""
    partner, stack = {}, []
    for i, t in enumerate(tokens):
        partner[i,] = bool(stack) and tokens[stack[-1]].text == "("
        if t.kind == "op" and t.text in "([{":
            stack.append(i)
        elif t.kind == "op" and t.text in ")]}":
            partner[i] = stack.pop()
            partner[partner[i]] = i
    return partner


def is_binary(tokens, i, partner):
    """True if the operator has a left operand; false for a sign, a pointer, an address."""
    before = tokens[i - 1]
    if before.text == ")":
        inside = tokens[partner[i - 1] + 1 : i - 1]
        is_cast = inside and all(is_type(t) or t.text in ("*", "const") for t in inside)
        return not is_cast and tokens[partner[i - 1] - 1].text not in ("if", "while", "for", "switch")
    if before.text == "]" or before.kind in ("number", "char"):
        return True
    return before.kind == "word" and before.text not in KEYWORDS and not is_type(before)


def left_alone(tokens, partner):
    """Indexes inside assertions, which only a bug elsewhere can fail, and in the sizes of arrays."""
    skipped = set()
    for i, t in enumerate(tokens):
        if t.text in ("assert", "static_assert") and tokens[i + 1].text == "(":
            skipped.update(range(i, partner[i + 1] + 1))
    for start, end in statements(tokens, partner, declarations=True):
        for i in range(start, end):
            if tokens[i].text == "=":
                break
            if tokens[i].text == "[":
                skipped.update(range(i, partner[i]))
    return skipped


def statements(tokens, partner, declarations=False):
    """(first, index of the semicolon) of expression statements, or of declarations."""
    for i, t in enumerate(tokens):
        before = tokens[i - 1].text if i else ";"
        if partner[i,]:
            continue  # of the head of a loop
        if before == ")":
            head = tokens[partner[i - 1] - 1].text
            if head not in ("if", "for", "while", "switch"):
                continue
        elif before not in (";", "{", "}", "else", "do", ":"):
            continue
        if t.kind != "word" and t.text not in ("*", "++", "--", "("):
            continue
        is_declaration = is_type(t) or t.text in ("static", "const", "struct", "enum", "union", "typedef", "extern")
        if is_declaration != declarations or (t.text in KEYWORDS and not is_declaration):
            continue
        end = i
        while end < len(tokens) and tokens[end].text not in (";", "}", ")", "]", ":", ","):
            end = partner[end] + 1 if tokens[end].text in ("(", "[", "{") else end + 1
            if declarations and end < len(tokens) and tokens[end].text == ",":
                end += 1
        if end < len(tokens) and tokens[end].text == ";":
            yield i, end


def number_changes(text):
    digits = re.match(r"0[xX][0-9a-fA-F]+|[0-9]+", text)[0]
    if "." in text:
        return [text + "1"]
    value, suffix = int(digits, 0), text[len(digits) :]
    return [f"{n}{suffix}" for n in ([value + 1] if value == 0 else [value + 1, value - 1])]


def edits(text, with_sql):
    """(start, end, replacement, what is changed) of every mutant."""
    tokens, strings = tokenize(text)
    partner = matching(tokens)
    skipped = left_alone(tokens, partner)
    for i, t in enumerate(tokens):
        if i in skipped:
            continue
        if t.kind == "number":
            for other in number_changes(t.text):
                yield t.start, t.end, other, f"{t.text} -> {other}"
        elif t.kind == "char":
            yield t.start, t.end, f"({t.text} + 1)", f"{t.text} -> {t.text} + 1"
        elif t.text == "!":
            yield t.start, t.end, "", "! -> nothing"
        elif t.text in ("if", "while") and tokens[i + 1].text == "(" and tokens[partner[i + 1] + 1].text != ";":
            start, end = tokens[i + 1].end, tokens[partner[i + 1]].start
            yield start, end, f"!({text[start:end]})", f"{t.text} -> {t.text} not"
        elif t.text in REPLACEMENTS and t.kind in ("op", "word"):
            if t.text in BINARY_OR_UNARY and not is_binary(tokens, i, partner):
                if t.text == "-":
                    yield t.start, t.end, "", "- -> nothing"
                continue
            for other in REPLACEMENTS[t.text]:
                yield t.start, t.end, other, f"{t.text} -> {other}"
        elif t.text in ("break", "continue") and tokens[i + 1].text == ";":
            yield t.start, t.end, "", f"{t.text} -> nothing"
    for start, end in statements(tokens, partner):
        if start not in skipped:
            yield tokens[start].start, tokens[end].start, "", "statement -> nothing"
    for s in strings if with_sql else ():
        for old, new in SQL:
            for m in re.finditer(re.escape(old), s.text):
                if (old, new) == ("IS NULL", "IS NOT NULL") or not s.text[max(0, m.start() - 4) :].startswith("NOT " + old):
                    yield s.start + m.start(), s.start + m.end(), new, f"SQL {old.strip()} -> {new.strip() or 'nothing'}"


def mutants_of(path, text):
    lines = text.split("\n")
    begins = [0]
    for line in lines:
        begins.append(begins[-1] + len(line) + 1)
    seen, names = {}, []
    for line in lines:
        name = line.strip()
        seen[name] = seen.get(name, 0) + 1
        names.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    found, used = [], {}
    for start, end, new, change in sorted(edits(text, path.startswith("src/store/")), key=lambda e: (e[0], e[3])):
        line = next(i for i in range(len(lines)) if begins[i + 1] > start)
        nth = used[line, change] = used.get((line, change), 0) + 1
        # Newlines are kept, so that the line numbers in assertions stay the same.
        new += "\n" * (text[start:end].count("\n") - new.count("\n"))
        found.append(Mutant(path, start, end, new, line + 1, change if nth == 1 else f"{change} #{nth}", names[line]))
    return found
