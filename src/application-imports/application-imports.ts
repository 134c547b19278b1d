// Uploaded archives: received, looked up, changed by admins, and discarded. The worker does the rest.
import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { createBuiltInReason } from '#domain/create-reason.js';
import { Refused } from '#domain/refusal.js';
import { isRecordId } from '#domain/stream-names.js';
import { cleanFileName } from '#event-store/files/clean-file-name.js';
import { receiveFile } from '#event-store/files/receive-file.js';
import {
  getSealedBlobPrefix,
  readStoredFile,
  toBlobKey,
  type StoredFile,
} from '#event-store/files/stored-file.js';
import { isErased } from '#specification/model/stored-value.js';
import type { Installation } from '../installation/installation.js';
import { INSTALLATION_TOKEN } from '../installation/ports.module.js';
import { ArchiveReader } from '../application-archive/archive-reader.js';
import { ArchiveRefused } from '../application-archive/archive-refused.js';
import { refuseArchive } from '../application-archive/refuse-archive.js';
import type { PeopleTableRow } from '../application-archive/people-table.js';
import {
  EMPTY_REPORT,
  type ApplicationImport,
  type ArchiveSummary,
  type ImportPhase,
  type ImportReport,
} from './application-import.js';

const IMPORT = 'application-import';
const REPORT = 'application-import-report';

/** Of a change that another process was quicker with. */
const MAX_ATTEMPTS = 10;

const CONFIRM_UPLOAD_EVERY_MS = 30_000;
const ABANDONED_AFTER_MS = 10 * CONFIRM_UPLOAD_EVERY_MS;

/** Phases in which nobody works on it. */
const AT_REST: readonly ImportPhase[] = ['uploading', 'broken', 'checked', 'refused', 'failed', 'done'];

interface ReceivedArchive {
  readonly name: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

@Injectable()
export class ApplicationImports {
  private readonly listeners = new Set<() => void>();

  constructor(@Inject(INSTALLATION_TOKEN) private readonly installation: Installation) {}

  /** Bytes. */
  get maxBytes(): number {
    return this.installation.configuration.archiveBytes;
  }

  /** The latest first. */
  async list(): Promise<readonly ApplicationImport[]> {
    const documents = await this.installation.readModels.backgroundDocuments(IMPORT);
    return documents.map(({ content }) => content as ApplicationImport).reverse();
  }

  /** Throws `Refused` NOT_FOUND. */
  async find(id: string): Promise<ApplicationImport> {
    return (await this.read(id)).content;
  }

  async report({ id }: ApplicationImport): Promise<ImportReport> {
    const stored = await this.installation.readModels.backgroundDocument(REPORT, id);
    if (!stored) return EMPTY_REPORT;
    const opened = await this.installation.personal.openForDisplay<unknown>(stored.content);
    return isReadable(opened) ? (opened as ImportReport) : EMPTY_REPORT;
  }

  /** After something is to be done. Returns the unsubscribe function. */
  onQueued(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /**
   * Returns the id. Throws `ArchiveRefused`, `FileTooLarge`, and errors of the source and of engines; nothing of the archive is
   * there then.
   */
  async receive(person: string, { name, bytes }: ReceivedArchive): Promise<string> {
    const { clock, readModels } = this.installation;
    const id = uuid();
    const now = clock();
    const content: ApplicationImport = {
      id,
      fileName: cleanFileName(name),
      bytes: 0,
      uploadedBy: person,
      uploadedAt: now,
      phase: 'uploading',
      key: null,
      archive: null,
      sameIds: false,
      actor: person,
      isBegun: false,
      progress: null,
      outcome: null,
      changedAt: now,
    };
    await readModels.changeBackgroundDocument(IMPORT, { id, revision: 0, content });
    const stopConfirming = this.confirmUpload(id);
    try {
      const received = await this.store(content, bytes);
      await this.change(id, ['uploading'], (before) => ({ ...before, ...received, phase: 'checking' }));
    } catch (error) {
      await this.removeBytes(id);
      if (isAboutArchive(error)) await readModels.removeBackgroundDocument(IMPORT, id);
      else await this.change(id, ['uploading'], (before) => ({ ...before, phase: 'broken' }));
      throw error;
    } finally {
      stopConfirming();
    }
    this.announce();
    return id;
  }

  /** Throws `Refused` NOT_FOUND, CHANGED_MEANWHILE. */
  async checkAgain(
    id: string,
    asked: { readonly actor: string; readonly rows: readonly PeopleTableRow[]; readonly sameIds: boolean },
  ): Promise<void> {
    const { actor, rows, sameIds } = asked;
    const before = await this.find(id);
    await this.saveReport(before, { ...(await this.report(before)), rows });
    await this.change(id, ['checked', 'refused', 'failed'], (each) => ({
      ...each,
      actor,
      sameIds,
      phase: 'checking',
      progress: null,
    }));
    this.announce();
  }

  /** As it was checked. Throws `Refused` NOT_FOUND, CHANGED_MEANWHILE. */
  async start(id: string, actor: string): Promise<void> {
    await this.change(id, ['checked', 'failed'], (before) => ({
      ...before,
      actor,
      phase: 'importing',
      progress: null,
      isBegun: true,
    }));
    this.announce();
  }

  /** Throws `Refused` NOT_FOUND, CHANGED_MEANWHILE. */
  async discard(id: string): Promise<void> {
    const { phase } = await this.find(id);
    if (!AT_REST.includes(phase)) throw new Refused([createBuiltInReason('CHANGED_MEANWHILE')]);
    const { readModels } = this.installation;
    await readModels.removeBackgroundDocument(IMPORT, id);
    await readModels.removeBackgroundDocument(REPORT, id);
    await this.removeBytes(id);
  }

  /** Throws `ArchiveRefused`, and errors of engines. */
  async open({ id, fileName, bytes, key }: ApplicationImport): Promise<ArchiveReader> {
    const { files, personal } = this.installation;
    const opened = key && (await personal.open<unknown>(key));
    if (typeof opened !== 'string') throw refuseArchive('keyLost', { archive: fileName });
    const file = toStoredFile(id, { size: bytes, key: opened });
    return ArchiveReader.openRemote({
      name: fileName,
      size: bytes,
      read: async (range) => readStoredFile(files, '', file, range),
    });
  }

  /** Of processes that ended amid an upload. */
  async breakOffAbandoned({ id, phase, changedAt }: ApplicationImport): Promise<void> {
    const limit = Date.parse(changedAt) + ABANDONED_AFTER_MS;
    if (phase !== 'uploading' || limit > Date.parse(this.installation.clock())) return;
    // First, so that an upload that is going on nevertheless fails, and removes what it stores.
    if (await this.breakOff(id)) await this.removeBytes(id);
  }

  /** Bytes that no import can read any more: its document, which holds their key, is gone. */
  async removeOrphans(): Promise<void> {
    const beginning = getSealedBlobPrefix(toOwner(''));
    const ids = new Set<string>();
    for await (const { prefix } of this.installation.files.listKeys(beginning)) {
      const id = prefix.slice(beginning.length);
      // Files of records of an application with the key `archive` begin so, too: `archive.Letter-…`.
      if (isRecordId(id)) ids.add(id);
    }
    for (const id of ids) {
      const found = await this.installation.readModels.backgroundDocument(IMPORT, id);
      const { phase, key } = (found?.content ?? { key: null }) as Partial<ApplicationImport>;
      if (key === null && phase !== 'uploading') await this.removeBytes(id);
    }
  }

  /** By the worker. Throws `Refused` NOT_FOUND, CHANGED_MEANWHILE. */
  async change(
    id: string,
    from: readonly ImportPhase[],
    next: (before: ApplicationImport) => ApplicationImport,
  ): Promise<void> {
    const { readModels, clock } = this.installation;
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const { revision, content } = await this.read(id);
      if (!from.includes(content.phase)) break;
      const change = { id, revision, content: { ...next(content), changedAt: clock() } };
      if (await readModels.changeBackgroundDocument(IMPORT, change)) return;
    }
    throw new Refused([createBuiltInReason('CHANGED_MEANWHILE')]);
  }

  async saveReport({ id, uploadedBy }: ApplicationImport, report: ImportReport): Promise<void> {
    const { readModels, personal } = this.installation;
    const content = await personal.seal(uploadedBy, report);
    const revision = (await readModels.backgroundDocument(REPORT, id))?.revision ?? 0;
    if (!(await readModels.changeBackgroundDocument(REPORT, { id, revision, content })))
      throw new Refused([createBuiltInReason('CHANGED_MEANWHILE')]);
  }

  async removeBytes(id: string): Promise<void> {
    await this.installation.files.removeWithPrefix(getSealedBlobPrefix(toOwner(id)));
  }

  private async read(id: string) {
    const found = isRecordId(id)
      ? await this.installation.readModels.backgroundDocument(IMPORT, id)
      : undefined;
    if (!found) throw new Refused([createBuiltInReason('NOT_FOUND')]);
    return { revision: found.revision, content: found.content as ApplicationImport };
  }

  /** false: it ended meanwhile. */
  private async breakOff(id: string): Promise<boolean> {
    try {
      await this.change(id, ['uploading'], (before) => ({ ...before, phase: 'broken' }));
      return true;
    } catch (error) {
      if (error instanceof Refused) return false;
      throw error;
    }
  }

  /** Tells other processes that the upload goes on. Returns what stops it. */
  private confirmUpload(id: string): () => void {
    const confirm = () => void this.change(id, ['uploading'], (before) => before).catch(() => {});
    const timer = setInterval(confirm, CONFIRM_UPLOAD_EVERY_MS).unref();
    return () => clearInterval(timer);
  }

  /** Encrypted, as personal data in an archive are readable. */
  private async store(
    upload: ApplicationImport,
    bytes: AsyncIterable<Uint8Array>,
  ): Promise<Pick<ApplicationImport, 'bytes' | 'key' | 'archive'>> {
    const { files, personal } = this.installation;
    const { id, fileName: name, uploadedBy } = upload;
    const received = await receiveFile(files, bytes, { name, max: this.maxBytes, personal: true });
    const key = received.key!;
    await files.commitUpload(received.upload, toBlobKey('', toStoredFile(id, { size: received.size, key })));
    const stored = { bytes: received.size, key: await personal.seal(uploadedBy, key) };
    const reader = await this.open({ ...upload, ...stored });
    try {
      return { ...stored, archive: summarize(reader) };
    } finally {
      reader.close();
    }
  }

  private announce(): void {
    for (const listener of this.listeners) listener();
  }
}

/** No id of a person, and no stream of a record, looks like that. */
const toOwner = (id: string): string => `archive.${id}`;

const toStoredFile = (id: string, file: { readonly size: number; readonly key: string }): StoredFile => ({
  ...file,
  sha256: '',
  owner: toOwner(id),
});

const isReadable = (opened: unknown): boolean =>
  typeof opened === 'object' && opened !== null && !isErased(opened) && 'people' in opened;

/** Uploading the same again would not help. */
const isAboutArchive = (error: unknown): boolean =>
  error instanceof ArchiveRefused || (error as Error).name === 'FileTooLarge';

function summarize({ manifest, sha256 }: ArchiveReader): ArchiveSummary {
  const { application, counts, exportedAt, daybook, missingFiles } = manifest;
  return { application, counts, exportedAt, daybook, sha256, missingFiles: missingFiles.length };
}
