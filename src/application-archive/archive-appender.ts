// Ids, versions and times stay; people get their ids of this installation, and personal data its keys.
import type { Metadata, NewEvent, RecordedEvent } from '#domain/event.js';
import { parseRecordStream, parseStreamName, streams, type RecordRef } from '#domain/stream-names.js';
import { EventIdTaken, WrongExpectedVersion, type EventStore } from '#event-store/event-store.js';
import { encryptByteStream } from '#event-store/files/encrypt-stream.js';
import type { FileStore } from '#event-store/files/file-store.js';
import { toBlobKey } from '#event-store/files/stored-file.js';
import {
  collectPersonKeyNames,
  type KeyOwner,
  PersonErasedError,
  type PersonalData,
} from '#event-store/personal-data/personal-data.js';
import { ERASED } from '#specification/model/stored-value.js';
import type { Clock } from '../ports/clock.js';
import { batchAppends, type CopiedAppend } from '../log-copy/batch-appends.js';
import { toFilePath, type ArchivedEvent } from './archive-format.js';
import type { ArchiveReader } from './archive-reader.js';
import { refuseArchive } from './refuse-archive.js';
import {
  fromArchivedJson,
  MalformedArchivedValue,
  replaceStrings,
  visitFiles,
  type FileInEvent,
} from './archived-values.js';
import { readArchivedEvents } from './check-events.js';
import { findKeyOwner } from './check-values.js';
import { digestClaim } from './digest-claim.js';
import { createOtherArchiveRefusal } from './reserve-import.js';
import { UnfinishedBusiness } from './unfinished-business.js';

export interface AppendTarget {
  readonly store: Pick<EventStore, 'read' | 'append'>;
  /** Concurrent appends; more than one only where the store writes those of one turn in order. */
  readonly together: number;
  readonly personal: Pick<PersonalData, 'seal' | 'digest' | 'erase'>;
  readonly files: FileStore;
  readonly clock: Clock;
}

interface StoringEffects {
  seal(owner: KeyOwner, value: unknown): Promise<unknown>;
  keepFiles(ref: RecordRef, data: unknown): Promise<void>;
  noteStored(stored: Omit<RecordedEvent, 'position'>, ref: RecordRef | undefined): void;
}

/** Of an event that is compared with what is there: it makes neither keys nor files. */
const COMPARED: StoringEffects = {
  seal: async (owner) =>
    Promise.resolve({ sealed: { person: typeof owner === 'string' ? owner : owner.name, box: '' } }),
  keepFiles: async () => Promise.resolve(),
  noteStored: () => {},
};

export class ArchiveAppender {
  readonly unfinished = new UnfinishedBusiness();
  /** Streams that an interrupted import began. */
  private readonly begun = new Set<string>();
  private readonly keptFiles = new Set<string>();
  private readonly erased: RecordRef[] = [];
  private done = 0;

  constructor(
    private readonly archive: ArchiveReader,
    private readonly target: AppendTarget,
    /** Id in the archive → id here, where it is another one. */
    private readonly ids: ReadonlyMap<string, string>,
    private readonly onProgress: (done: number) => void,
  ) {}

  /**
   * Appends nothing. Throws `ArchiveRefused` where a stream is not of this archive, or of an interrupted import with
   * other people.
   */
  async assertStreamsFree(): Promise<void> {
    for await (const event of readArchivedEvents(this.archive)) {
      if (event.version > 1) continue;
      const stream = this.toStreamHere(event);
      const [first] = (await this.target.store.read(stream)).events;
      if (!first) continue;
      assertOfArchive(first, this.archive.sha256);
      this.begun.add(stream);
    }
    if (this.begun.size === 0) return;
    const ofBegun = this.events((event) => this.begun.has(this.toStreamHere(event)), COMPARED);
    for await (const { stream, events } of batchAppends(ofBegun)) await this.isThere(stream, events);
  }

  async append(isWanted: (event: ArchivedEvent) => boolean): Promise<void> {
    const { together } = this.target;
    let waiting: CopiedAppend[] = [];
    const write = async () => {
      const appends = waiting;
      waiting = [];
      const results = await Promise.allSettled(appends.map((one) => this.appendOne(one)));
      const failed = results.find((one) => one.status === 'rejected');
      if (failed) throw failed.reason as Error;
      this.done += appends.reduce((sum, { events }) => sum + events.length, 0);
      this.onProgress(this.done);
    };
    for await (const one of batchAppends(this.events(isWanted, this.written))) {
      waiting.push(one);
      if (waiting.length >= together) await write();
    }
    await write();
  }

  /** Without this, a key could be made again for what was erased. */
  async eraseAgain(): Promise<void> {
    for (const ref of this.erased) await this.target.personal.erase(ref);
  }

  private async *events(
    isWanted: (event: ArchivedEvent) => boolean,
    effects: StoringEffects,
  ): AsyncGenerator<RecordedEvent> {
    let position = 0;
    for await (const event of readArchivedEvents(this.archive)) {
      position++;
      if (isWanted(event)) yield { ...(await this.toStored(event, effects)), position };
    }
  }

  private async toStored(
    event: ArchivedEvent,
    effects: StoringEffects,
  ): Promise<Omit<RecordedEvent, 'position'>> {
    const { id, type, version } = event;
    const stream = this.toStreamHere(event);
    const opened = replaceStrings(event.data, this.ids);
    const ref = parseRecordStream(stream);
    try {
      if (ref) await effects.keepFiles(ref, opened);
      const seal = this.sealFor(ref, effects);
      const data = await fromArchivedJson(opened, seal);
      const metadata = await this.toMetadata(event, seal);
      const stored = { id, type, version, stream, data, metadata };
      effects.noteStored(stored, ref);
      return stored;
    } catch (error) {
      if (!(error instanceof MalformedArchivedValue || error instanceof TypeError)) throw error;
      const why = error instanceof MalformedArchivedValue ? error.reason : error.message;
      throw refuseArchive('refusedVersion', { version, stream, why }, { cause: error });
    }
  }

  /** Of people, and of digests, which are made with a key of the installation. */
  private toStreamHere({ stream, unique }: ArchivedEvent): string {
    const parsed = parseStreamName(stream);
    if (parsed?.of === 'openings')
      return streams.openings(parsed.application, parsed.day, this.toIdHere(parsed.person));
    if (parsed?.of !== 'unique' || !unique) return stream;
    const { application, entity, field } = parsed;
    return streams.unique(application, entity, field, this.digest(unique));
  }

  private digest({ value, keyed }: NonNullable<ArchivedEvent['unique']>): string {
    return digestClaim(this.target.personal, this.toIdHere(value), keyed);
  }

  private readonly toIdHere = (id: string): string => this.ids.get(id) ?? id;

  private async toMetadata(
    { metadata }: ArchivedEvent,
    seal: (owner: string, value: unknown) => Promise<unknown>,
  ): Promise<Metadata> {
    const { effectiveAt, recordedAt, ...rest } = metadata;
    const mapped = (await fromArchivedJson(replaceStrings(rest, this.ids), seal)) as Metadata;
    return {
      ...mapped,
      recordedAt: this.target.clock(),
      effectiveAt: effectiveAt ?? recordedAt,
      archive: { sha256: this.archive.sha256, recordedAt },
    };
  }

  /** Of an event that is written. */
  private readonly written: StoringEffects = {
    seal: async (owner, value) => this.target.personal.seal(owner, value),
    keepFiles: async (ref, data) => this.keepFiles(ref, data),
    noteStored: (stored, ref) => {
      this.unfinished.note(stored);
      if (ref && stored.type === 'record.erased') this.erased.push(ref);
    },
  };

  private sealFor(ref: RecordRef | undefined, { seal }: StoringEffects) {
    return async (owner: string, value: unknown): Promise<unknown> => {
      try {
        return await seal(findKeyOwner(owner, ref, this.archive), value);
      } catch (error) {
        if (error instanceof PersonErasedError) return ERASED;
        throw error;
      }
    };
  }

  private async keepFiles(ref: RecordRef, data: unknown): Promise<void> {
    const found: FileInEvent[] = [];
    visitFiles(data, (file) => found.push(file));
    const { files } = this.target;
    for (const file of found) {
      const at = toBlobKey(ref.name, file);
      const name = `${at.prefix}/${at.name}`;
      if (this.keptFiles.has(name)) continue;
      this.keptFiles.add(name);
      const path = toFilePath(file.sha256);
      if (!this.archive.find(path)) continue;
      if ((await files.size(at)) !== undefined) continue;
      const bytes = this.archive.read(path);
      const key = file.key === undefined ? undefined : Buffer.from(file.key, 'base64url');
      const upload = await files.stageUpload(key ? encryptByteStream(key, bytes) : bytes);
      await files.commitUpload(upload, at);
    }
  }

  private async appendOne({ stream, events, expectedVersion }: CopiedAppend): Promise<void> {
    if (this.begun.has(stream) && (await this.isThere(stream, events))) return;
    const appended = events.map(({ id, type, data, metadata }): NewEvent => ({ id, type, data, metadata }));
    try {
      await this.target.store.append(stream, appended, expectedVersion);
    } catch (error) {
      if (!(error instanceof WrongExpectedVersion || error instanceof EventIdTaken)) throw error;
      if (await this.isThere(stream, events)) return;
      throw refuseArchive('streamWritten', { stream, error: error.message }, { cause: error });
    }
  }

  /** Throws `ArchiveRefused` where the interrupted import had another table of people. */
  private async isThere(stream: string, events: CopiedAppend['events']): Promise<boolean> {
    const there = (await this.target.store.read(stream, events[0]!.version)).events;
    const pairs = events.map((event, index) => [event, there[index]] as const);
    if (pairs.some(([event, found]) => found?.id === event.id && !hasSamePeople(event, found)))
      throw refuseArchive('otherPeopleIn', { stream });
    return pairs.every(([event, found]) => found?.id === event.id);
  }
}

/** Sealed values differ each time, and those of people who were erased meanwhile are not sealed at all. */
function hasSamePeople(event: RecordedEvent, found: RecordedEvent): boolean {
  const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
  const { actor, onBehalfOf } = event.metadata;
  const owners = collectPersonKeyNames(event.data);
  return (
    actor === found.metadata.actor &&
    onBehalfOf === found.metadata.onBehalfOf &&
    [...collectPersonKeyNames(found.data)].every((name) => owners.has(name)) &&
    (owners.size > 0 || isSame(event.data, found.data))
  );
}

function assertOfArchive({ stream, metadata: { archive } }: RecordedEvent, sha256: string): void {
  if (archive?.sha256 === sha256) return;
  if (archive) throw createOtherArchiveRefusal(archive.sha256);
  throw refuseArchive('streamHere', { stream });
}
