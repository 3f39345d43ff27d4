"""What each game tells its tests about itself: the module ``<game>_sample`` beside this one.

It holds a ``SAMPLE`` for the battery and the ``SCENARIOS`` of the golden record. A game without one fails a test.
"""

from importlib import import_module
from pathlib import Path

from games.battery import Sample

FOLDER = Path(__file__).parent
SAMPLES: dict[str, Sample] = {
    path.stem.removesuffix("_sample"): import_module(f"games.{path.stem}").SAMPLE
    for path in sorted(FOLDER.glob("*_sample.py"))
}
"""The sample of every game that has one."""
