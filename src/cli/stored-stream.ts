// The stream that somebody means who names a record as its entity is called now: `cases.Ticket-…`, where the log has `cases.Case-…`.
import type { SpecificationPublished } from '../domain/specification/specification-events.js';
import { parseRecordStream, RecordRef, resolveStreamName, streams } from '../domain/stream-names.js';
import type { EventStore } from '../event-store/event-store.js';

/** The same text, where it names no record, and where the entity has the name that it is stored under. */
export async function storedStream(store: Pick<EventStore, 'read'>, text: string): Promise<string> {
  const name = resolveStreamName(text);
  const record = parseRecordStream(name);
  if (!record) return name;
  const { events } = await store.read(streams.specification(record.application));
  const { readSchemaWithCache } = await import('../specification/check-cache.js');
  const { assignEntityKeys, NO_ENTITIES, getStoredKey } =
    await import('../specification/upgrade/stored-keys.js');
  const { keys } = events
    .filter(({ type }) => type === 'specification.published')
    .map(({ data }) => readSchemaWithCache((data as SpecificationPublished['data']).text))
    .reduce(
      (before, schema) => (schema ? assignEntityKeys(before, Object.values(schema.entities)) : before),
      NO_ENTITIES,
    );
  const { application, entity, id } = record;
  return streams.record(RecordRef.of({ application, entity: getStoredKey(keys, entity), id }));
}
