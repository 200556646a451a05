"""The charts typed out once more, as their pages print them: what the functions and commands must answer."""

COMBAT_COLUMNS = """
Open            1:5  1:4  1:3  1:2  1:1  2:1  3:1  4:1  5:1  7:1  9:1  11:1 13:1
Close           1:4  1:3  1:2  1:1  2:1  3:1  4:1  6:1  8:1  10:1 12:1 15:1 18:1
Very_Close      1:3  1:2  1:1  2:1  3:1  4:1  6:1  9:1  12:1 15:1 18:1 21:1 24:1
Extremely_Close 1:2  1:1  2:1  3:1  4:1  8:1  12:1 16:1 20:1 28:1 36:1 44:1 52:1
"""
"""OCS 9.9: terrain class, then its columns."""

RESULTS = """
a AL2
b AL1o1
c AL1o1/Do1
d AL1/Do1
e AL1/DL1o1
f Ao1/Do1
g Ao1/DL1o1
h Ao1/DL1o2
i Ao1e4/DL1o2
j Ae4/DL1o2
k Ae3/DL2o2DG
m Ae2/DL2o3DG
"""
"""The letters of `COMBAT`."""

COMBAT = """
<=1  a a a a a a a b c c d d e
2    a a a a a a b c c d d g g
3    a a a a a b c c d d g g g
4    a a a a b c c d d f g g i
5    a a a b c c d d f g g i j
6    a a b c c d d f g g g j j
7    b b c c c d f g g g i j k
8    b c c c d f g g g i j j k
9    c c c d f f g g i j j k k
10   c c d f f g g i j j k k m
11   c d f f g g g j j k k k m
12   c f f g g g i j k k k m m
13   f f g g h i j k k k m m m
14   f g g i i j k k k m m m m
>=15 g g i j j k k m m m m m m
"""
"""OCS 9.9: roll with its modifiers, then the results under the columns, as letters."""

BARRAGE_COLUMNS = """
least  1      2      3      5      8      12     17     25     41     69     117
most   1      2      4      7      11     16     24     40     68     116    +
T      1      1      2      2      2      3      3      4      6      8      10
"""
"""OCS 10.0a: least and most strength of each column, and what artillery pays."""

BARRAGE = """
2      -      -      -      -      -      -      -      -      -      DG     DG
3      -      -      -      -      -      -      -      -      DG     DG     DG
4      -      -      -      -      -      -      -      DG     DG     DG     DG
5      -      -      -      -      -      -      DG     DG     DG     DG     [1/2]
6      -      -      -      -      -      DG     DG     DG     DG     [1/2]  [1/2]
7      -      -      -      -      DG     DG     DG     DG     [1/2]  [1/2]  1/2
8      -      -      -      DG     DG     DG     DG     [1/2]  [1/2]  1/2    1/2
9      -      -      DG     DG     DG     [1/2]  [1/2]  [1/2]  1/2    1/2    1/2
10     -      DG     DG     DG     [1/2]  [1/2]  1/2    1/2    1/2    1      1
11     DG     DG     DG     1/2    1/2    1/2    1/2    1/2    1      1      2
12     DG     1/2    1/2    1/2    1/2    1      1      1      1      2      3
"""
"""OCS 10.0a: roll, then the results under the columns."""

FACILITY_COLUMNS = """
least  1      2      3      5      11     21     41     81
most   1      2      4      10     20     40     80     +
T      1      1      1      1      2      4      6      8
"""
"""OCS 10.0c: least and most strength of each column, and what artillery pays."""

FACILITY = """
1      -      -      -      -      -      -      (5)    1(5)
2      -      -      -      -      -      (5)    1(4)   1(4)
3      -      -      -      -      (5)    1(5)   1(4)   1(4)
4      -      -      -      *(6)   1*(5)  1*(4)  1*(4)  2*(4)
5      -      (6)    *(6)   1*(5)  1*(4)  2*(4)  2*(4)  2*(3)
6      (6)    *(5)   1*(5)  1*(4)  1*(4)  2*(4)  2*(3)  2*(3)
"""
"""OCS 10.0c: die, then the results; a number hits, * trainbusting, (n) planes lose on n or more."""

ATTRITION = """
5  0  0  0  0  0  0  0  1  1  2  4  A  A  A
4  0  0  0  0  0  0  1  1  2  4  A  A  A  A
3  0  0  0  0  1  1  2  2  4  4  A  A  A  A
2  0  0  1  1  2  2  4  4  A  A  A  A  A  A
1  0  1  1  2  2  4  4  A  A  A  A  A  A  A
0  1  1  2  2  4  4  A  A  A  A  A  A  A  A
"""
"""OCS 12.8b: AR, then steps lost on totals from 2 to 15, A for all."""

CAPTURE = """
dump    0       25      25      50      50      75
trucks  0       0       25      50      50      75
wagons  0       0       25      50      75      100
"""
"""OCS 9.14: kind, then per cent captured on 1 to 6."""

DUMP_BLOWING = (25, 50, 50, 75, 75, 100)
"""OCS 12.11a: per cent destroyed on 1 to 6."""

MISSION_LOSS = """
1          #1         #1         #1         #1         #1         #1
2          #1         #1         #1         #2         #2         #2
3          #1         #1         #2         #2         #3         #3
4          #1         #2         #3         #4         Weakest    Strongest
"""
"""OCS 14.4f: planes, then which is hit on 1 to 6."""


def rows(text: str) -> dict[str, list[str]]:
    """A chart by the first word of each line."""
    return {line.split()[0].replace("_", " "): line.split()[1:] for line in text.strip().splitlines()}
