"""Everything that opens a file or a database: reading tables, writing releases and keys."""

from tokumei.io.contest import check_entry_targets, write_entry
from tokumei.io.hierarchy_files import hierarchy_rows, nested, read_hierarchy, write_hierarchy
from tokumei.io.key import check_key_target, read_key
from tokumei.io.options import Reading
from tokumei.io.reading import detected, read
from tokumei.io.writing import check_table_target, check_target, write_frame, write_release, write_text

__all__ = [
    "Reading", "check_entry_targets", "check_key_target", "check_table_target", "check_target", "detected",
    "hierarchy_rows", "nested", "read", "read_hierarchy", "read_key", "write_entry", "write_frame", "write_hierarchy",
    "write_release", "write_text",
]  # fmt: skip
