"""Checks scenario files and logs without playing them: every fault with file, line, column and a stable code."""

from ocs_engine.validate.codes import ERRORS, WARNINGS
from ocs_engine.validate.run import FileReport, Report, find_files, validate

__all__ = ["ERRORS", "WARNINGS", "FileReport", "Report", "find_files", "validate"]
