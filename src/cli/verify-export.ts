import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { RecordedEvent } from '../domain/event.js';
import { deriveExportId } from '../command-handling/timeline-export/derive-export-id.js';
import { isRecordId, streams } from '../domain/stream-names.js';
import type { TimelineExported } from '../domain/timeline-export/timeline-export-events.js';
import type { EventStore } from '../event-store/event-store.js';

export interface KnownExport extends Pick<TimelineExported['data'], 'events' | 'upTo'> {
  readonly position: number;
  /** ISO 8601 */
  readonly at: string;
  /** Id of the person. */
  readonly by: string;
}

export type ExportCheck =
  | { readonly is: 'exported' | 'changed' | 'broken off'; readonly exported: KnownExport }
  /** No log, or another, has recorded it. */
  | { readonly is: 'unknown' }
  /** Its first lines name none. */
  | { readonly is: 'no export' };

export async function verifyExport(store: Pick<EventStore, 'read'>, file: string): Promise<ExportCheck> {
  const { sha256, id } = await readExport(file);
  if (id === undefined) return { is: 'no export' };
  const { events } = await store.read(streams.timelineExport(deriveExportId(id)));
  const found = events.find(({ type }) => type === 'timeline.exported') as
    RecordedEvent<TimelineExported> | undefined;
  if (!found) return { is: 'unknown' };
  const { data, metadata, position } = found;
  const exported = {
    ...{ events: data.events, upTo: data.upTo, position },
    ...{ at: metadata.recordedAt, by: metadata.actor },
  };
  if (data.sha256 === '') return { is: 'broken off', exported };
  return { is: data.sha256 === sha256 ? 'exported' : 'changed', exported };
}

/** The first lines name the export. */
const HEADING_BYTES = 64 * 1024;
const EXPORT_ID = /^\uFEFF?(?:"?export"?[,;]|\{"timeline":\{"export":)"?([\w-]{36})\b/;

async function readExport(
  file: string,
): Promise<{ readonly sha256: string; readonly id: string | undefined }> {
  const hash = createHash('sha256');
  let heading = Buffer.alloc(0);
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    if (heading.length < HEADING_BYTES) heading = Buffer.concat([heading, chunk]);
  }
  const id = EXPORT_ID.exec(heading.toString('utf8', 0, HEADING_BYTES))?.[1];
  return { sha256: hash.digest('hex'), id: isRecordId(id) ? id : undefined };
}
