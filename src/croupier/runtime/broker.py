"""The bus as FastStream sees it: brokers, subscribers, lifespan and the AsyncAPI document.

FastStream connects, starts and stops everything and writes the AsyncAPI document. Its own loop over a
Redis stream is replaced by ``worker`` and ``intake``, because on an error it waits five seconds, ends the
application where a group is gone, takes either new entries or those of the dead, and leaves a batch that
failed pending for ever. Batches go from there straight to the service: the passage through FastStream's
middlewares, of which we have none, takes 0.1 ms, and a lone game would wait for it at every decision.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, cast

from faststream._internal.broker.registrator import Registrator
from faststream._internal.endpoint.subscriber import SubscriberUsecase
from faststream._internal.endpoint.subscriber.call_item import CallsCollection
from faststream.middlewares import AckPolicy
from faststream.redis import RedisBroker, StreamSub
from faststream.redis.configs import RedisBrokerConfig
from faststream.redis.message import RedisBatchStreamMessage
from faststream.redis.subscriber.config import RedisSubscriberConfig, RedisSubscriberSpecificationConfig
from faststream.redis.subscriber.specification import StreamSubscriberSpecification
from faststream.redis.subscriber.usecases import StreamBatchSubscriber
from faststream.specification.schema import Message, Operation, SubscriberSpec
from faststream.specification.schema.bindings import ChannelBinding, redis
from redis.asyncio import Redis

from croupier.contracts.streams import READERS, Feed

from .entries import Entry, Rejection
from .schemas import DESCRIPTIONS, TableFields, payload
from .store import connection_options
from .worker import Handle, Worker

Handler = Callable[[Sequence[Entry]], Awaitable[Mapping[str, Rejection]]]
MakeWorker = Callable[[Redis, Handle], Worker]


def make_broker(url: str) -> RedisBroker:
    """A broker that leaves messages as they are: no injection, no envelope, no line of log per message."""
    options = connection_options(url)
    version = options.pop("protocol")  # to FastStream this word means the scheme in its document
    joint = "&" if "?" in url else "?"
    return RedisBroker(f"{url}{joint}protocol={version}", apply_types=False, logger=cast(Any, None), **options)


class FeedSpecification(StreamSubscriberSpecification):
    """Describes the feeds of a service, one channel each."""

    group: str

    def get_schema(self) -> dict[str, SubscriberSpec]:
        """A channel a feed, with the schema of its messages."""
        return {f"{self.group}:{feed}": self._channel(feed) for feed in READERS[self.group]}

    def _channel(self, feed: Feed) -> SubscriberSpec:
        address = f"croupier:{{partition}}:{feed}"
        binding = redis.ChannelBinding(channel=address, group_name=self.group, method="xreadgroup")
        message = Message(title=f"{self.group}:{feed}:Message", payload=payload(feed))
        return SubscriberSpec(
            address=address,
            description=DESCRIPTIONS[feed],
            operation=Operation(message=message, bindings=None),
            bindings=ChannelBinding(redis=binding),
        )


class FeedSubscriber(StreamBatchSubscriber):
    """A FastStream subscriber for all feeds and partitions of a service, driven by our worker."""

    worker: Worker | None = None
    make_worker: MakeWorker | None = None
    handler: Handler

    async def start(self) -> None:
        """Start the worker on the broker's connections."""
        await SubscriberUsecase.start(self)
        self._post_start()
        if self.make_worker is not None:
            self.worker = self.make_worker(self._client, self.handler)
            self.add_task(self.worker.run)

    async def stop(self) -> None:
        """Let the running batch end first."""
        if self.worker is not None:
            await self.worker.stop()
        await super().stop()


def subscribe(
    broker: RedisBroker,
    group: str,
    handler: Handler,
    make_worker: MakeWorker | None = None,
) -> FeedSubscriber:
    """Register a service with a broker: ``handler`` gets the batches of the feeds that are for ``group``."""
    outer = cast(RedisBrokerConfig, broker.config)
    stream = StreamSub(group, group=group, consumer=group, batch=True, max_records=1)
    config = RedisSubscriberConfig(stream_sub=stream, no_reply=True, _outer_config=outer, _ack_policy=AckPolicy.MANUAL)
    calls = CallsCollection[Any]()
    described = RedisSubscriberSpecificationConfig(title_=None, description_=None, include_in_schema=True)
    specification = FeedSpecification(outer, described, calls, stream_sub=stream)
    specification.group = group
    subscriber = FeedSubscriber(config, specification, calls)
    subscriber.make_worker = make_worker
    subscriber.handler = handler
    Registrator.subscriber(broker, subscriber)
    subscriber.add_call(parser_=_as_message, decoder_=_as_it_is, dependencies_=())(handler)
    return subscriber


def publish_table(broker: RedisBroker) -> None:
    """Describe ``to:table``, which nobody reads as a group."""
    address = "croupier:{partition}:to:table"
    broker.publisher(stream=address, title="to:table", description=DESCRIPTIONS["to:table"], schema=TableFields)


async def _as_message(entries: Any) -> RedisBatchStreamMessage:
    return RedisBatchStreamMessage(entries, b"", consumer=cast(Any, None), group=None, correlation_id=entries[0].id)


async def _as_it_is(message: Any) -> Any:
    return message.raw_message
