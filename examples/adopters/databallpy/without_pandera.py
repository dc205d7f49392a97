"""Runs databallpy without pandera, which checks tables and is not in every distribution.

usage: python -m pytest -p without_pandera"""

import sys
from unittest.mock import MagicMock

try:
    import pandera  # noqa
except ImportError:
    stand_in = sys.modules["pandera"] = sys.modules["pandera.extensions"] = MagicMock()
    stand_in.DataFrameModel = type("DataFrameModel", (), {"validate": staticmethod(lambda table, **_: table)})
