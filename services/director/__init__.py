"""The director: opens tournaments, pairs rounds, keeps the standings, moves what is over to the archive."""
