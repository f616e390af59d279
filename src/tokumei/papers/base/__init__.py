"""What papers share: their data, timed runs, tables of ours beside the printed, charts, one page."""
