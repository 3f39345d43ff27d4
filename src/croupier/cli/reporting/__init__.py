"""The final report of a tournament: what it says, and how it looks as Markdown and as one page for a browser."""
