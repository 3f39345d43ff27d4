"""A tournament's tables for other programs: CSV, Markdown, JSON Lines, TRF. All follow from the log alone."""
