"""The hooks: tell receivers elsewhere what happened in tournaments, signed, as often as it takes."""
