"""How the story tells of planes that regain what they lost, and of air strips."""

from __future__ import annotations

import pytest

from ocs_engine.kernel.messages import Event
from ocs_engine.series.story import tell
from ocs_engine.state.plane_events import PlanesMerged, PlaneStepRegained, StripPlaced, SurgeRefitted
from tests.flights import sky
from tests.positions import ALLIED, AXIS


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (
            PlanesMerged(side=ALLIED, place="A21.20", kept="us-spitv-1", spent="us-spitv-2"),
            "Spit.V and Spit.V in A21.20 become one at full strength",
        ),
        (SurgeRefitted(side=ALLIED, planes=("us-p-38-surge-1",)), "P-38 is Active again by a Special result"),
        (
            SurgeRefitted(side=ALLIED, planes=("us-p-38-surge-1", "us-b-17-surge-1")),
            "P-38 and B-17 are Active again by a Special result",
        ),
        (StripPlaced(side=ALLIED, hex="A30.20"), "The Allies place an air strip in A30.20"),
        (
            StripPlaced(side=AXIS, hex="A30.20", moved_from="A40.20"),
            "The Axis moves the air strip of A40.20 to A30.20",
        ),
        (PlaneStepRegained(plane="us-spitv-1", base="A21.20", active=True), "Spit.V regains a step in A21.20"),
    ],
)
def test_each_is_a_sentence(event: Event, words: str) -> None:
    p = sky("Allied 1 A21.20: us-spitv reduced, us-spitv reduced", "Axis 0 A40.20:",
            "Allied Algiers: us-p-38-surge inactive, us-b-17-surge inactive")  # fmt: skip
    assert tell(p.state, [event]) == words
