// What is taken over is read by everything, so it has to be what Daybook itself would have written. All of it is checked
// before anything is written: no other archive of the application could be imported after half of one.
import { createHash } from 'node:crypto';
import { SYSTEM_ACTOR_ID, UNKNOWN_ACTOR_ID } from '#domain/event.js';
import { findEventType } from '#domain/event-types.js';
import type { SpecificationPublished } from '#domain/specification/specification-events.js';
import { getStreamApplication, isRecordId, parseStreamName, type Stream } from '#domain/stream-names.js';
import { startTimeSlice } from '#platform/cooperative-scheduler.js';
import { createEventCodec } from '#event-store/event-codec.js';
import { EVENTS, parseArchivedEvent, toSpecificationPath, type ArchivedEvent } from './archive-format.js';
import type { ArchiveReader } from './archive-reader.js';
import type { ArchiveRefused } from './archive-refused.js';
import { refuseArchive } from './refuse-archive.js';
import { visitStrings } from './archived-values.js';
import { checkClaim, checkValues } from './check-values.js';
import { createArchiveReason, type ArchiveReason } from './refusal-words/archive-reason.js';
import type { ArchiveReasonCode } from './refusal-words/archive-reasons-en.js';

const codec = createEventCodec();

/** With today's shape of its data. Throws `ArchiveRefused`. */
export async function* readArchivedEvents(archive: ArchiveReader): AsyncGenerator<ArchivedEvent> {
  const yieldTurn = startTimeSlice();
  for await (const { text, number } of archive.lines(EVENTS)) {
    const read = parseArchivedEvent(text);
    if (!read) throw refuseArchive('noEvent', { line: number, path: EVENTS });
    const { stream, version, id } = read;
    const { type, data } = codec.decodeParsed(
      { id, type: read.type, data: read.data, metadata: read.metadata },
      { stream, version, position: number },
    );
    yield { ...read, type, data };
    await yieldTurn();
  }
}

/** What `stream` in the description of a type begins and ends with, by what the stream is of. */
const STREAMS: { readonly [Kind in Stream['of']]?: string } = {
  record: '<key>.<Entity>-<record>',
  specification: 'specification-<key>',
  number: '<key>.<Entity>.number-<scope>',
  unique: '<key>.<Entity>.<field>.unique-<digest>',
  call: '<key>.<Entity>.call-<request>',
  openings: '<key>.opens-<day>-<person>',
};

export interface CheckedEvents {
  readonly count: number;
  /** Version of each stream's last event. */
  readonly streams: ReadonlyMap<string, number>;
  /** Of the newest version. */
  readonly text: string;
  /** Who acted, without Daybook itself, and possible ids of people in data. */
  readonly people: ReadonlySet<string>;
}

/** Throws `ArchiveRefused`. */
export async function checkEvents(
  archive: ArchiveReader,
  onChecked: (events: number) => void = () => {},
): Promise<CheckedEvents> {
  const { application, counts } = archive.manifest;
  const check = new EventCheck(archive);
  for await (const event of readArchivedEvents(archive)) {
    await check.add(event);
    onChecked(check.count);
  }
  const { count, published } = check;
  if (count !== counts.events || published !== application.version)
    throw refuseArchive('otherCounts', { events: count, versions: published });
  return check;
}

class EventCheck implements CheckedEvents {
  readonly streams = new Map<string, number>();
  readonly people = new Set<string>();
  count = 0;
  text = '';
  published = 0;
  private readonly key: string;
  private readonly ids = new Set<string>();
  /** Stream of each claim. */
  private readonly claims = new Map<string, string>();

  constructor(private readonly archive: ArchiveReader) {
    this.key = archive.manifest.application.key;
  }

  async add(event: ArchivedEvent): Promise<void> {
    this.count++;
    const stream = this.checkStream(event);
    this.checkType(event, stream);
    this.checkId(event);
    if (event.type === 'specification.published') this.checkPublication(event);
    const problem =
      checkClaim(event, stream, this.claims) ?? (await checkValues(event, stream, this.archive));
    if (problem !== undefined) throw this.refuseFor(problem);
    this.notePeople(event, stream);
  }

  private checkId({ id }: ArchivedEvent): void {
    const known = id.toLowerCase();
    if (this.ids.has(known)) throw this.refuse('whySameId', { id });
    this.ids.add(known);
  }

  private checkStream({ stream, version }: ArchivedEvent): Stream {
    const parsed = parseStreamName(stream);
    if (!parsed || getStreamApplication(stream) !== this.key)
      throw this.refuse('whyOtherApplication', { stream, key: this.key });
    const before = this.streams.get(stream) ?? 0;
    if (version !== before + 1) throw this.refuse('whyOtherVersion', { version, stream, before });
    this.streams.set(stream, version);
    return parsed;
  }

  private checkType({ type, data, stream }: ArchivedEvent, parsed: Stream): void {
    const known = findEventType(type);
    if (!known) throw this.refuse('whyUnknownType', { type });
    if (known.stream !== STREAMS[parsed.of]) throw this.refuse('whyOtherStream', { type, stream });
    if (typeof data !== 'object' || data === null) throw this.refuse('whyNoData');
  }

  private checkPublication({ data }: ArchivedEvent): void {
    const { key, version, text } = data as Partial<SpecificationPublished['data']>;
    this.published++;
    if (key !== this.key || version !== this.published || typeof text !== 'string')
      throw this.refuse('whyNoVersion', { version: this.published, key: this.key });
    // A person reads the file before the content of the event is imported.
    const path = toSpecificationPath(version);
    if (this.archive.find(path)?.sha256 !== createHash('sha256').update(text).digest('hex'))
      throw this.refuse('whyOtherText', { path });
    this.text = text;
  }

  private notePeople({ metadata, data }: ArchivedEvent, parsed: Stream): void {
    for (const actor of [metadata.actor, metadata['onBehalfOf']])
      if (typeof actor === 'string' && actor !== SYSTEM_ACTOR_ID && actor !== UNKNOWN_ACTOR_ID)
        this.people.add(actor);
    if (parsed.of === 'openings') this.people.add(parsed.person);
    visitStrings(data, (text) => {
      if (isRecordId(text)) this.people.add(text);
    });
  }

  private refuse(code: ArchiveReasonCode, values: ArchiveReason['with'] = {}): ArchiveRefused {
    return this.refuseFor(createArchiveReason(code, values));
  }

  private refuseFor(why: ArchiveReason): ArchiveRefused {
    return refuseArchive('refusedLine', { line: this.count, path: EVENTS, why });
  }
}
