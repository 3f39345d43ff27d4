"""``croupier run-schema``: the JSON Schema of run files."""


def command() -> None:
    """Print the JSON Schema of run files, for editors.

    Most take it up from a comment in the file's first line: `#:schema ./run-file.schema.json`.
    """
    from croupier.cli.output import print_json_text
    from croupier.cli.runschema import run_schema
    from croupier.contracts.schemas import text_of

    print_json_text(text_of(run_schema()))
