"""What a check of the map says: proofs made, with counts, and findings."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing wrong with the map: which check, where, what is there, and what was expected."""

    check: str
    where: str
    what: str
    expected: str

    def __str__(self) -> str:
        return f"{self.check}: {self.where}: {self.what}; expected {self.expected}"


@dataclass(frozen=True, slots=True)
class Proof:
    """One statement about the map, how many things were looked at, and those that are not so."""

    statement: str
    count: int
    findings: tuple[Finding, ...]

    @classmethod
    def of(cls, statement: str, checked: Iterable[Finding | None]) -> Proof:
        """The proof of a statement; looking at nothing at all proves nothing, so that is a finding too."""
        items = list(checked)
        findings = [item for item in items if item is not None]
        if not items:
            findings = [Finding(statement, "the map", "there was nothing to look at", "at least one")]
        return cls(statement, len(items), tuple(findings))

    @property
    def holds(self) -> bool:
        """Whether nothing was found wrong."""
        return not self.findings


@dataclass(frozen=True, slots=True)
class MapCheck:
    """All proofs of one check."""

    proofs: tuple[Proof, ...]

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Everything found wrong, in order of the proofs."""
        return tuple(finding for proof in self.proofs for finding in proof.findings)
