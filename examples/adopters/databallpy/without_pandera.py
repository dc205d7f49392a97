"""`python -m pytest -p without_pandera`: databallpy without pandera, which checks tables and is not in every distribution."""

import sys
from unittest.mock import MagicMock

try:
    import pandera  # noqa
except ImportError:
    stand_in = sys.modules["pandera"] = sys.modules["pandera.extensions"] = MagicMock()
    stand_in.DataFrameModel = type("DataFrameModel", (), {"validate": staticmethod(lambda table, **_: table)})
