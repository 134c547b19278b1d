// Whether a file is one that the audit timeline exported: its first line names the export, the log has its SHA-256.
import { createHash } from 'node:crypto';
import { deriveExportId } from '#command-handling/timeline-export/derive-export-id.js';
import type { Metadata, RecordedEvent } from '#domain/event.js';
import { isRecordId, streams } from '#domain/stream-names.js';
import type { TimelineExported } from '#domain/timeline-export/timeline-export-events.js';
import type { EventStore } from '#event-store/event-store.js';

export interface KnownExport extends Pick<
  TimelineExported['data'],
  'format' | 'filter' | 'otherFilters' | 'upTo'
> {
  /** Of its event in the log. */
  readonly position: number;
  /** ISO 8601 */
  readonly at: string;
  /** Id of the person. */
  readonly by: string;
  /** API token of the program that exported it for the person. */
  readonly program?: string;
  /** Only of an unchanged file, which says it itself: the count depends on what the person could read. */
  readonly events?: number;
}

export type ExportCheck =
  | {
      readonly result: 'unchanged' | 'changed' | 'broken-off';
      readonly sha256: string;
      readonly exported: KnownExport;
    }
  /** `unknown`: no log, or another, has recorded it. `no-export`: its first line names none. */
  | { readonly result: 'unknown' | 'no-export'; readonly sha256: string };

/** Reads all of it, and throws the errors of the source. */
export async function checkExport(
  store: Pick<EventStore, 'read'>,
  bytes: AsyncIterable<Uint8Array>,
): Promise<ExportCheck> {
  const { sha256, id } = await readExport(bytes);
  if (id === undefined) return { result: 'no-export', sha256 };
  const { events } = await store.read(streams.timelineExport(deriveExportId(id)));
  const found = events.find(({ type }) => type === 'timeline.exported') as
    RecordedEvent<TimelineExported> | undefined;
  if (!found) return { result: 'unknown', sha256 };
  const { data, metadata, position } = found;
  const result = data.sha256 === '' ? 'broken-off' : data.sha256 === sha256 ? 'unchanged' : 'changed';
  const { format, filter, otherFilters, upTo, events: count } = data;
  const exported = {
    ...{ format, filter, otherFilters, upTo, position },
    ...describeExporter(metadata),
    ...(result === 'unchanged' && { events: count }),
  };
  return { result, sha256, exported };
}

const describeExporter = ({ recordedAt, actor, program }: Metadata) => ({
  at: recordedAt,
  by: actor,
  ...(program !== undefined && { program }),
});

/** The first lines name the export. */
const HEADING_BYTES = 64 * 1024;
const EXPORT_ID = /^\uFEFF?(?:"?export"?[,;]|\{"timeline":\{"export":)"?([\w-]{36})\b/;

async function readExport(
  bytes: AsyncIterable<Uint8Array>,
): Promise<{ readonly sha256: string; readonly id: string | undefined }> {
  const hash = createHash('sha256');
  let heading = Buffer.alloc(0);
  for await (const chunk of bytes) {
    hash.update(chunk);
    if (heading.length < HEADING_BYTES) heading = Buffer.concat([heading, chunk]);
  }
  const id = EXPORT_ID.exec(heading.toString('utf8', 0, HEADING_BYTES))?.[1];
  return { sha256: hash.digest('hex'), id: isRecordId(id) ? id : undefined };
}
