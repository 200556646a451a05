"""Chapter 12: supply, one module for each of its seams.

paths (12.3): where supply can be drawn and thrown. access: what reaches a hex, by whom. payment: how a need is paid,
and the cheapest plan. The uses of supply stand in modules of their own: fuel (12.5), trace (12.6), internals (12.10).
"""
