"""The series' charts as functions: each looks something up in the World's tables and returns a plain fact.

odds_column, surprise, combat: an attack in the order of OCS 9.2. barrage, facility: OCS 10. attrition, capture,
dump_blowing: supplies and their loss. air_combat, flak: OCS 14. port: OCS 19. None of them rolls a die, and none
holds a figure: figures are read from the charts, which `lines` explains.
"""
