// A process may die between taking a number and writing its record.
import { appendUnlessOvertaken, toStreamTail, toNewEvents } from '../pipeline/decide-and-append.js';
import type { CommandDependencies } from '../pipeline/command-dependencies.js';
import type { NumberEvent } from '#domain/claim/record-numbers.js';
import type { NumberTaken } from '#domain/claim/claim-events.js';
import type { DecidedEvent, RecordedEvent } from '#domain/event.js';
import type { RecordOpened } from '#domain/record/record-events.js';
import { RecordRef, streams } from '#domain/stream-names.js';
import type { Entity, Specification } from '#specification/model/specification.js';
import { CLAIM_ABANDONED_AFTER_MS } from './unique-value-claims.js';
import { toLocalYear } from '#domain/record/local-date.js';

const WHY = 'The record was never written: Daybook stopped in between.';
const FIRST_YEAR = 1970;

/** Losses are near a counter's end. */
const CHECKED_EVENTS = 1_000;

export async function voidLostNumbers(ports: CommandDependencies): Promise<number> {
  let explained = 0;
  for (const { specification } of await ports.specifications.all()) {
    for (const entity of Object.values(specification.entities)) {
      for (const scope of scopes(specification, entity, ports.clock())) {
        explained += await voidIn(ports, specification, entity, scope);
      }
    }
  }
  return explained;
}

/** Imported histories take numbers of their years. */
function scopes({ timeZone }: Specification, { number }: Entity, now: string): ReadonlySet<string> {
  const scopes = new Set<string>();
  if (number)
    for (let year = toLocalYear(now, timeZone) + 1; year >= FIRST_YEAR; year--)
      scopes.add(number.scope(year));
  return scopes;
}

async function voidIn(
  ports: CommandDependencies,
  specification: Specification,
  entity: Entity,
  scope: string,
): Promise<number> {
  const stream = streams.number(specification.key, entity.key, scope);
  const { version } = await ports.store.read(stream, Number.MAX_SAFE_INTEGER);
  if (version === 0) return 0;
  const { events } = await ports.store.read(stream, Math.max(1, version - CHECKED_EVENTS + 1));
  const recordedAt = ports.clock();
  const voided: DecidedEvent<NumberEvent>[] = [];
  for (const taken of unexplained(events as readonly RecordedEvent<NumberEvent>[])) {
    const old = Date.parse(recordedAt) - Date.parse(taken.metadata.recordedAt) > CLAIM_ABANDONED_AFTER_MS;
    const { record: id, number } = taken.data;
    const record = RecordRef.of({ application: specification.key, entity: entity.key, id });
    if (!old || (await isUsed(ports, record, number))) continue;
    voided.push({ type: 'number.voided', data: { ...taken.data, why: WHY }, metadata: { reason: WHY } });
  }
  if (voided.length === 0) return 0;
  const context = { actor: 'system', commandId: `void-lost-numbers-${version}` };
  const append = ports.store.append(
    stream,
    toNewEvents({ stream, context, recordedAt }, voided, toStreamTail(events, version)),
    version,
  );
  return (await appendUnlessOvertaken(append)) ? voided.length : 0;
}

function unexplained(events: readonly RecordedEvent<NumberEvent>[]): readonly RecordedEvent<NumberTaken>[] {
  const voided = new Set(
    events.filter(({ type }) => type === 'number.voided').map(({ data }) => data.sequence),
  );
  return events.filter(
    (event): event is RecordedEvent<NumberTaken> =>
      event.type === 'number.taken' && !voided.has(event.data.sequence),
  );
}

async function isUsed(ports: CommandDependencies, record: RecordRef, number: string): Promise<boolean> {
  const { events } = await ports.store.read(streams.record(record));
  const [opened] = events as readonly RecordedEvent<RecordOpened>[];
  return opened?.data.number === number;
}
