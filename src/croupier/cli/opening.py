"""The command that opens a tournament."""

from croupier.contracts.commands import TournamentOpen
from croupier.contracts.specs import TournamentSpec
from croupier.contracts.streams import partition, tournament_log
from croupier.runtime.eventlog import EventLog, Send


async def open_tournament(log: EventLog, spec: TournamentSpec) -> None:
    """Ask the director to open the tournament; a repeat changes nothing."""
    command = TournamentOpen(id=f"open/{spec.id}", spec=spec)
    number = partition(tournament_log(spec.id), log.partitions)
    await log.send([Send(number, "to:director", command.model_dump_json().encode())])
