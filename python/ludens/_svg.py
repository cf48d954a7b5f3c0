"""Boards as SVG, for notebooks: State.svg()."""

import re
from html import escape
from math import cos, hypot, pi, sin, sqrt

CELL = 44  # pixels between neighbours
# Named colours first; others by number, told apart by people who see few colours (Okabe and Ito 2008).
COLOURS = {
    "white": "#f6f3ec", "light": "#f6f3ec", "black": "#2b2b2b", "dark": "#2b2b2b", "red": "#c8372d",
    "crimson": "#b3123c", "blue": "#1f66b0", "green": "#0b8457", "yellow": "#f0c808", "gold": "#d9a400",
    "orange": "#e07b00", "purple": "#7b3fa0", "pink": "#d6629b", "brown": "#8a5a2b", "silver": "#b8bcc2",
}
PALETTE = ["#f3efe6", "#2b2b2b", "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"]
GLYPHS = {"king": "♚", "queen": "♛", "rook": "♜", "bishop": "♝", "knight": "♞", "pawn": "♟"}


def _colour(owner, roles):
    for word in owner.lower().replace("_", " ").split():
        if word in COLOURS:
            return COLOURS[word]
    return PALETTE[roles.index(owner) % len(PALETTE)] if owner in roles else "#b9a88a"


def _spots(board):
    """Places of the sites in units of a cell, y downwards, and the corners of their cells (none: a point)."""
    at = list(zip(board["at"][::2], board["at"][1::2]))
    outlines = board["outlines"] or [[] for _ in at]
    shape, unit = board["shape"], 1.0
    if shape.startswith("hex"):
        lean, r = (0.5 if shape == "hex" else -0.5), 1 / sqrt(3)
        spots = [(x + lean * y, -y * sqrt(3) / 2) for x, y in at]
        corners = [[(x + r * sin(i * pi / 3), y + r * cos(i * pi / 3)) for i in range(6)] for x, y in spots]
        return spots, corners
    if any(outlines) or board["lines"]:
        near = [hypot(a[0] - b[0], a[1] - b[1]) for i, a in enumerate(at) for b in at[:i]]
        unit = min((d for d in near if d > 0), default=1.0)
    spots = [(x / unit, -y / unit) for x, y in at]
    corners = []
    for (x, y), outline in zip(spots, outlines):
        if outline:
            corners.append([(a / unit, -b / unit) for a, b in zip(outline[::2], outline[1::2])])
        elif board["lines"]:
            corners.append([])
        else:
            corners.append([(x - 0.5, y - 0.5), (x + 0.5, y - 0.5), (x + 0.5, y + 0.5), (x - 0.5, y + 0.5)])
    return spots, corners


def _piece(x, y, word, piece, roles):
    colour, kind = _colour(piece["owner"], roles), piece["kind"]
    title = f"<title>{escape(word)}</title>"
    if kind in GLYPHS:
        return (f'<text x="{x:.1f}" y="{y + CELL * 0.27:.1f}" font-size="{CELL * 0.78:.0f}" text-anchor="middle" '
                f'fill="{colour}" stroke="#222" stroke-width="0.8">{title}{GLYPHS[kind]}</text>')
    disc = (f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{CELL * 0.36:.1f}" fill="{colour}" stroke="#222">{title}</circle>')
    many = re.search(r" x(\d+)", word)
    label = many[1] if many else "" if kind in ("", "stone", "man", "disc") else kind[:3]
    if not label:
        return disc
    ink = "#fff" if sum(int(colour[i:i + 2], 16) for i in (1, 3, 5)) < 384 else "#111"
    return disc + (f'<text x="{x:.1f}" y="{y + CELL * 0.1:.1f}" font-size="{CELL * 0.3:.0f}" text-anchor="middle" '
                   f'fill="{ink}">{escape(label)}</text>')


def _board(board, contents, picture, top):
    spots, corners = _spots(board)
    xs = [x for x, _ in spots] + [x for c in corners for x, _ in c]
    ys = [y for _, y in spots] + [y for c in corners for _, y in c]
    margin = 0.6 if board["lines"] else 0.1
    left, high = min(xs) - margin, min(ys) - margin

    def place(x, y):
        return (x - left) * CELL, (y - high) * CELL + top

    out = []
    for a, b in board["lines"]:
        (x, y), (u, v) = place(*spots[a]), place(*spots[b])
        out.append(f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{u:.1f}" y2="{v:.1f}" stroke="#8a7a5c" stroke-width="2"/>')
    for i, cell in enumerate(corners):
        points = " ".join("%.1f,%.1f" % place(x, y) for x, y in cell)
        x, y = place(*spots[i])
        out.append(f'<polygon points="{points}" fill="#ecdcb9" stroke="#8a7a5c"/>' if cell
                   else f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="#8a7a5c"/>')
    for i, content in enumerate(contents):
        piece = picture["pieces"][content]
        if piece:
            out.append(_piece(*place(*spots[i]), picture["words"][content], piece, picture["roles"]))
    width, height = (max(xs) + margin - left) * CELL, (max(ys) + margin - high) * CELL
    return out, width, height


def draw(state):
    """The boards of a state below each other, as an <svg> element; None where there is none."""
    picture = state.picture()
    parts, width, top = [], 0.0, 0.0
    for board, contents in zip(picture["boards"], picture["contents"]):
        if not board["at"]:
            continue
        drawn, wide, high = _board(board, contents, picture, top)
        parts += drawn
        width, top = max(width, wide), top + high + CELL / 2
    if not parts:
        return None
    height = top - CELL / 2
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
            f'viewBox="0 0 {width:.1f} {height:.1f}" font-family="sans-serif">' + "".join(parts) + "</svg>")
