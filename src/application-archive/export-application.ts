// Events are written as they are read, so an application of any size needs the same memory.
import type { Writable } from 'node:stream';
import type { PeopleReadModel } from '#projections/read-models/people/people-read-model.js';
import { type Metadata, type RecordedEvent } from '#domain/event.js';
import type { ApplicationExported } from '#domain/specification/archive-events.js';
import type { SpecificationPublished } from '#domain/specification/specification-events.js';
import { getStreamApplication, parseRecordStream, parseStreamName, streams } from '#domain/stream-names.js';
import { toCurrentStoredType } from '#event-store/event-codec.js';
import type { EventStore } from '#event-store/event-store.js';
import type { FileStore } from '#event-store/files/file-store.js';
import { readStoredFile, toBlobKey } from '#event-store/files/stored-file.js';
import type { PersonalData } from '#event-store/personal-data/personal-data.js';
import type { Clock } from '../ports/clock.js';
import { readLogRange } from '../log-copy/read-log-range.js';
import {
  EVENTS,
  FORMAT,
  FORMAT_VERSION,
  formatArchiveManifest,
  hashManifest,
  PEOPLE,
  SPECIFICATIONS,
  toFilePath,
  toSpecificationPath,
  type ArchivedEvent,
  type ArchivedPerson,
  type ArchiveManifest,
} from './archive-format.js';
import { refuseArchive } from './refuse-archive.js';
import { ArchiveWriter } from './archive-writer.js';
import { toArchivedJson, visitFiles, visitStrings, type FileInEvent } from './archived-values.js';
import { createClaimedValueFinder } from './find-claimed-value.js';

export interface ExportSources {
  readonly store: Pick<EventStore, 'all' | 'head' | 'read'>;
  readonly personal: Pick<PersonalData, 'openLayer' | 'openForDisplay' | 'digest'>;
  readonly files: Pick<FileStore, 'read' | 'size' | 'place'>;
  readonly people: Pick<PeopleReadModel, 'all'>;
  readonly clock: Clock;
  /** Version of Daybook. */
  readonly version: string;
}

export interface ExportOptions {
  readonly signal?: AbortSignal;
  /** Before the archive becomes readable: an export that is not recorded is none. */
  readonly onComplete?: (archive: ExportedArchive) => Promise<unknown>;
  /** `share`: of the log, 0 to 1. */
  readonly onProgress?: (events: number, share: number) => void;
}

export interface ExportedArchive {
  readonly manifest: ArchiveManifest;
  /** Of the manifest. */
  readonly sha256: string;
}

/** Before anything is written. Throws `ArchiveRefused`. */
export async function assertExportable(store: Pick<EventStore, 'read'>, key: string): Promise<void> {
  if ((await store.read(streams.specification(key))).version === 0)
    throw refuseArchive('nothingToExport', { key });
}

/** Throws `ArchiveRefused`, `CopyInterrupted`, and errors of engines and of the destination. */
export async function exportApplication(
  sources: ExportSources,
  key: string,
  destination: Writable,
  options: ExportOptions = {},
): Promise<ExportedArchive> {
  const { store, files, clock, version } = sources;
  await assertExportable(store, key);
  const upTo = await store.head();
  const writer = new ArchiveWriter(destination);
  const content = await ArchiveContent.of(sources);
  await writer.add(EVENTS, toLines(content.events(key, upTo, options)));
  const people = await content.people(key);
  await writer.add(PEOPLE, toLines(people));
  const published = await readPublications(store, key, upTo);
  for (const { data } of published) await writer.add(toSpecificationPath(data.version), toBytes(data.text));
  await writer.add(SPECIFICATIONS, toBytes(`${JSON.stringify(published.map(describeVersion), null, 2)}\n`));
  for (const [sha256, { record, file }] of content.files) {
    await writer.add(toFilePath(sha256), await readStoredFile(files, record, file));
    if (writer.files.at(-1)!.sha256 !== sha256)
      throw refuseArchive('damagedFile', { sha256, record, place: files.place });
  }
  const last = published.at(-1)!.data;
  const manifest: ArchiveManifest = {
    format: FORMAT,
    formatVersion: FORMAT_VERSION,
    application: { key, name: last.name, version: last.version },
    daybook: version,
    exportedAt: clock(),
    upTo,
    counts: {
      events: content.count,
      people: people.length,
      files: content.files.size,
      specifications: published.length,
    },
    missingFiles: content.missingFiles,
    files: writer.files,
  };
  const text = formatArchiveManifest(manifest);
  const exported = { manifest, sha256: hashManifest(text) };
  await options.onComplete?.(exported);
  await writer.finish(text);
  return exported;
}

export function describeExported({ manifest, sha256 }: ExportedArchive): ApplicationExported['data'] {
  const { counts, upTo } = manifest;
  const { events, people, files } = counts;
  return { archive: sha256, upTo, events, people, files };
}

interface StoredFileOfRecord {
  readonly record: string;
  readonly file: FileInEvent;
}

class ArchiveContent {
  count = 0;
  /** By content. */
  readonly files = new Map<string, StoredFileOfRecord>();
  private readonly missing = new Set<string>();
  private readonly appearing = new Set<string>();

  private constructor(
    private readonly sources: ExportSources,
    private readonly known: ReadonlySet<string>,
  ) {}

  static async of(sources: ExportSources): Promise<ArchiveContent> {
    const known = new Set<string>();
    for await (const { id } of sources.people.all()) known.add(id);
    return new ArchiveContent(sources, known);
  }

  get missingFiles(): string[] {
    return [...this.missing].filter((sha256) => !this.files.has(sha256));
  }

  async *events(
    key: string,
    head: number,
    { signal, onProgress }: ExportOptions,
  ): AsyncGenerator<ArchivedEvent> {
    const { store, personal } = this.sources;
    const findClaimedValue = createClaimedValueFinder({ store, personal });
    for await (const event of readLogRange(store, { head, ...(signal && { signal }) })) {
      onProgress?.(this.count, event.position / head);
      if (getStreamApplication(event.stream) !== key) continue;
      const claimed = await findClaimedValue(event.stream);
      const isDerived = claimed && (claimed.keyed || this.known.has(claimed.value));
      const archived = await this.archive(event);
      this.count++;
      yield isDerived ? { ...archived, unique: claimed } : archived;
    }
  }

  private async archive(event: RecordedEvent): Promise<ArchivedEvent> {
    const open = this.sources.personal.openLayer;
    const { stream, version, id, type } = event;
    const data = await toArchivedJson(event.data, open);
    const metadata = (await toArchivedJson(
      toArchivedMetadata(event.metadata),
      open,
    )) as ArchivedEvent['metadata'];
    visitStrings([data, metadata], (text) => this.notePerson(text));
    const parsed = parseStreamName(stream);
    if (parsed?.of === 'openings') this.notePerson(parsed.person);
    if (parseRecordStream(stream)) await this.noteFiles(stream, data);
    return { stream, version, id, type: toCurrentStoredType(type), data, metadata };
  }

  private notePerson(text: string): void {
    if (this.known.has(text)) this.appearing.add(text);
  }

  private async noteFiles(record: string, data: unknown): Promise<void> {
    const found: FileInEvent[] = [];
    visitFiles(data, (file) => found.push(file));
    for (const file of found) {
      if (this.files.has(file.sha256)) continue;
      const isThere = (await this.sources.files.size(toBlobKey(record, file))) !== undefined;
      if (isThere) this.files.set(file.sha256, { record, file });
      else this.missing.add(file.sha256);
    }
  }

  async people(key: string): Promise<readonly ArchivedPerson[]> {
    const people: ArchivedPerson[] = [];
    for await (const { id, name, signInName, erasedAt, roles } of this.sources.people.all()) {
      if (!this.appearing.has(id)) continue;
      const [shown, signsInAs] = await this.sources.personal.openForDisplay<readonly unknown[]>([
        name,
        signInName,
      ]);
      people.push({
        id,
        name: toText(shown),
        signInName: toText(signsInAs),
        erased: erasedAt !== null,
        roles: [...(roles[key] ?? [])],
      });
    }
    return people;
  }
}

const toText = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Without the keyed fingerprint; what was imported with an archive is written as it was in that. */
function toArchivedMetadata({
  payload: _,
  archive,
  ...metadata
}: Metadata): Omit<Metadata, 'payload' | 'archive'> {
  if (!archive) return metadata;
  const { effectiveAt, ...rest } = metadata;
  const { recordedAt } = archive;
  return {
    ...rest,
    recordedAt,
    ...(effectiveAt !== undefined && effectiveAt !== recordedAt && { effectiveAt }),
  };
}

async function readPublications(
  store: Pick<EventStore, 'read'>,
  key: string,
  upTo: number,
): Promise<readonly RecordedEvent<SpecificationPublished>[]> {
  const { events } = await store.read(streams.specification(key));
  return events.filter(
    (event): event is RecordedEvent<SpecificationPublished> =>
      event.type === 'specification.published' && event.position <= upTo,
  );
}

function describeVersion({ data, metadata }: RecordedEvent<SpecificationPublished>) {
  const { actor, reason } = metadata;
  return {
    version: data.version,
    file: toSpecificationPath(data.version),
    name: data.name,
    publishedAt: metadata.archive?.recordedAt ?? metadata.recordedAt,
    publishedBy: actor,
    ...(reason !== undefined && { reason }),
  };
}

async function* toLines(values: AsyncIterable<unknown> | Iterable<unknown>): AsyncGenerator<Uint8Array> {
  for await (const value of values) yield Buffer.from(`${JSON.stringify(value)}\n`);
}

async function* toBytes(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
