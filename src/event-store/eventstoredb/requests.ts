// What EventStoreDB is asked, as its protocol writes it.
import shared from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/shared_pb.js';
import messages from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/streams_pb.js';

const { AppendReq, ReadReq } = messages;
const { FilterOptions } = ReadReq.Options;
const { FORWARDS, BACKWARDS } = ReadReq.Options.ReadDirection;

/** An event on its way into the log. */
export interface Proposed {
  readonly id: string;
  readonly type: string;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
}

const none = () => new shared.Empty();

/** Whatever streams of the system hold: statistics, links of categories, checkpoints of subscriptions, results of projections. */
const OF_APPLICATIONS = '^[^$].*';

// The server tells how far it has looked after so many times 32 events that it has left out.
const CHECKPOINTS = 1_000;

const identifier = (stream: string) =>
  new shared.StreamIdentifier().setStreamName(Buffer.from(stream, 'utf8').toString('base64'));

/** `expected`: revision of the stream's last event, -1 for none. */
export function appendTo(
  stream: string,
  expected: number,
  events: readonly Proposed[],
): messages.AppendReq[] {
  const options = new AppendReq.Options().setStreamIdentifier(identifier(stream));
  if (expected < 0) options.setNoStream(none());
  else options.setRevision(String(expected));
  return [new AppendReq().setOptions(options), ...events.map(proposed)];
}

function proposed({ id, type, data, metadata }: Proposed): messages.AppendReq {
  const message = new AppendReq.ProposedMessage()
    .setId(new shared.UUID().setString(id))
    .setData(data)
    .setCustomMetadata(metadata);
  message.getMetadataMap().set('type', type).set('content-type', 'application/json');
  return new AppendReq().setProposedMessage(message);
}

const ofOptions = (options: messages.ReadReq.Options) =>
  new ReadReq().setOptions(
    options.setResolveLinks(false).setUuidOption(new ReadReq.Options.UUIDOption().setString(none())),
  );

const most = (count: number | undefined) => String(count ?? Number.MAX_SAFE_INTEGER);

/** `from`: a revision. */
export function readStream(stream: string, from: number, count?: number): messages.ReadReq {
  const of = new ReadReq.Options.StreamOptions()
    .setStreamIdentifier(identifier(stream))
    .setRevision(String(from));
  return ofOptions(
    new ReadReq.Options().setStream(of).setReadDirection(FORWARDS).setCount(most(count)).setNoFilter(none()),
  );
}

export function lastOfStream(stream: string): messages.ReadReq {
  const of = new ReadReq.Options.StreamOptions().setStreamIdentifier(identifier(stream)).setEnd(none());
  return ofOptions(
    new ReadReq.Options().setStream(of).setReadDirection(BACKWARDS).setCount('1').setNoFilter(none()),
  );
}

const at = (position: bigint) =>
  new ReadReq.Options.Position().setCommitPosition(String(position)).setPreparePosition(String(position));

const filter = () =>
  new FilterOptions()
    .setStreamIdentifier(new FilterOptions.Expression().setRegex(OF_APPLICATIONS))
    .setCount(none())
    .setCheckpointintervalmultiplier(CHECKPOINTS);

interface AllRange {
  /** Undefined: from the one end or the other. */
  readonly at?: bigint | undefined;
  readonly count: number;
}

/** What stands at a position and after it, without the system's streams. */
export function readOn({ at: from, count }: AllRange): messages.ReadReq {
  const all = new ReadReq.Options.AllOptions();
  if (from === undefined) all.setStart(none());
  else all.setPosition(at(from));
  const options = new ReadReq.Options().setAll(all).setReadDirection(FORWARDS).setCount(String(count));
  return ofOptions(options.setFilter(filter()));
}

/** What stands before a position, the last first. `everything`: also the system's. */
export function readBack({ at: from, count }: AllRange, everything = false): messages.ReadReq {
  const all = new ReadReq.Options.AllOptions();
  if (from === undefined) all.setEnd(none());
  else all.setPosition(at(from));
  const options = new ReadReq.Options().setAll(all).setReadDirection(BACKWARDS).setCount(String(count));
  return ofOptions(everything ? options.setNoFilter(none()) : options.setFilter(filter()));
}

/** History after a position, then live. */
export function subscribeAfter(position: number): messages.ReadReq {
  const all = new ReadReq.Options.AllOptions();
  if (position === 0) all.setStart(none());
  else all.setPosition(at(BigInt(position)));
  const options = new ReadReq.Options()
    .setAll(all)
    .setReadDirection(FORWARDS)
    .setSubscription(new ReadReq.Options.SubscriptionOptions())
    .setFilter(filter());
  return ofOptions(options);
}
