import type { SpecificationPublished } from '../../domain/specification/specification-events.js';
import { parseRecordStream, RecordRef, normalizeStreamName, streams } from '../../domain/stream-names.js';
import type { LogReader } from '../query-dependencies.js';

export async function resolveRenamedStream(log: Pick<LogReader, 'read'>, text: string): Promise<string> {
  const name = normalizeStreamName(text);
  const record = parseRecordStream(name);
  if (!record) return name;
  const { events } = await log.read(streams.specification(record.application));
  const { readSchemaWithCache } = await import('../../specification/check-cache.js');
  const { assignStoredKeys, NO_STORED_ENTITY_KEYS, getStoredKey } =
    await import('../../specification/upgrade/stored-keys.js');
  const { keys } = events
    .filter(({ type }) => type === 'specification.published')
    .map(({ data }) => readSchemaWithCache((data as SpecificationPublished['data']).text))
    .reduce(
      (before, schema) => (schema ? assignStoredKeys(before, Object.values(schema.entities)) : before),
      NO_STORED_ENTITY_KEYS,
    );
  const { application, entity, id } = record;
  return streams.record(RecordRef.of({ application, entity: getStoredKey(keys, entity), id }));
}
