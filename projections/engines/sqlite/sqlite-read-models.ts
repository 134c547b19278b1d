// One file per generation, so that rebuild and live generation do not block each other.
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivateFolder } from '#platform/private-files.js';
import { isWritable } from '#platform/read-only-database.js';
import type { HealthIssues } from '#platform/health-issues.js';
import type { GenerationInfo } from '#projections/port/generation.js';
import type { ReadMarkers } from '#projections/port/read-markers.js';
import type { ReadModels } from '#projections/port/read-models.js';
import type { BackgroundCheckpoints } from '#projections/port/background-checkpoints.js';
import type { BackgroundDocuments } from '#projections/port/background-documents.js';
import { type GenerationsFile, type GenerationEntry, openGenerationsFile } from './generations-file.js';
import { createGenerationFile, openGenerationFile, openGenerationFileToRead } from './generation-file.js';
import { readCheckpoint } from './generation-meta.js';
import { type ReaderSettings, openReaderPool } from './readers/reader-pool.js';
import { createSqliteGeneration } from './sqlite-generation.js';
import { isDamageError } from './prepared-statements.js';

const POLL_MS = 250;

/** Close all generations first. `reading`: in threads. `isReadOnly`: throws SQLite's error for a missing or damaged list. */
export function openSqliteReadModels(
  folder: string,
  reading?: ReaderSettings,
  {
    healthIssues,
    isReadOnly = false,
  }: { readonly healthIssues?: HealthIssues; readonly isReadOnly?: boolean } = {},
): ReadModels {
  const control = isReadOnly
    ? openGenerationsFile(generationsFilePath(folder), false)
    : openGenerationsFileIn(folder, healthIssues);
  const readers = reading && openReaderPool(reading);
  const changes = pollForChanges(control);
  const pathOf = (projection: string, number: number) => join(folder, `${projection}.${number}.sqlite`);
  const infoOf = (one: GenerationEntry) => ({
    ...one,
    ...readCheckpoint(pathOf(one.projection, one.number)),
  });
  const createUnless = (
    projection: string,
    version: number,
    isThere: (known: GenerationEntry) => boolean,
  ): GenerationInfo | undefined => {
    if (!/^[a-z][a-z0-9-]*$/.test(projection))
      throw new Error(`“${projection}” is not a name of a projection.`);
    const entry = control.createUnless(projection, version, isThere);
    if (!entry) return undefined;
    createGenerationFile(pathOf(projection, entry.number));
    return { ...entry, checkpoint: 0 };
  };
  return {
    async active(projection) {
      const entry = control.entries(projection).find((candidate) => candidate.state === 'active');
      return entry && infoOf(entry);
    },
    generations: async (projection) => control.entries(projection).map(infoOf),
    create: async (projection, version) => createUnless(projection, version, () => false)!,
    createUnless: async (projection, version, isThere) => createUnless(projection, version, isThere),
    async open(projection, number, shapeOf, options = {}) {
      const { bulk = false, token } = options;
      const path = pathOf(projection, number);
      const file = isReadOnly ? openGenerationFileToRead(path) : openGenerationFile(path, { bulk, token });
      return createSqliteGeneration(file, { projection, number, shapeOf, readers });
    },
    async activate(projection, number, found) {
      control.activate(projection, number, found);
      changes.look();
    },
    async drop(projection, number) {
      control.drop(projection, number);
      await readers?.release(pathOf(projection, number));
      removeFiles(pathOf(projection, number));
      changes.look();
    },
    async quarantine(projection, number) {
      control.quarantine(projection, number);
      changes.look();
    },
    onChange: changes.listen,
    skips: async (projection, version) => control.skips(projection, version),
    async skip(projection, version, skip) {
      control.skip(projection, version, skip);
    },
    failure: async (projection) => control.failure(projection),
    recordFailure: async (projection, failure) => control.recordFailure(projection, failure),
    lease: async (name) => control.lease(name),
    changeLease: async (name, expected, next) => control.changeLease(name, expected, next),
    ...createReadPositions(control),
    ...createBackgroundCheckpoints(control),
    ...createBackgroundDocuments(control),
    async close() {
      changes.end();
      control.close();
      await readers?.close();
    },
  };
}

const createBackgroundCheckpoints = (control: GenerationsFile): BackgroundCheckpoints => ({
  backgroundCheckpoint: async (name) => control.backgroundCheckpoint(name),
  recordBackgroundCheckpoint: async (name, reached) => control.recordBackgroundCheckpoint(name, reached),
  advanceBackgroundCheckpoint: async (name, reached) => control.advanceBackgroundCheckpoint(name, reached),
});

const createBackgroundDocuments = (control: GenerationsFile): BackgroundDocuments => ({
  backgroundDocuments: async (kind) => control.backgroundDocuments(kind),
  backgroundDocument: async (kind, id) => control.backgroundDocument(kind, id),
  changeBackgroundDocument: async (kind, change) => control.changeBackgroundDocument(kind, change),
  removeBackgroundDocument: async (kind, id) => control.removeBackgroundDocument(kind, id),
});

const createReadPositions = (control: GenerationsFile): ReadMarkers => ({
  readUpTo: async (person) => control.readUpTo(person),
  markReadUpTo: async (person, position) => control.markReadUpTo(person, position),
  forgetReader: async (person) => control.forgetReader(person),
});

const generationsFilePath = (folder: string) => join(folder, 'generations.sqlite');

function openGenerationsFileIn(folder: string, healthIssues: HealthIssues | undefined): GenerationsFile {
  makePrivateFolder(folder);
  const control = openOrReplace(generationsFilePath(folder), healthIssues);
  if (isWritable(generationsFilePath(folder))) removeOrphanedFiles(folder, control);
  return control;
}

/** A damaged list is moved aside, as it can be rebuilt. */
function openOrReplace(path: string, healthIssues: HealthIssues | undefined): GenerationsFile {
  const before = statSync(path, { throwIfNoEntry: false })?.ino;
  try {
    return openGenerationsFile(path);
  } catch (error) {
    if (!isDamageError(error) || !isWritable(path)) throw error;
    const aside = `${path}.damaged-${Date.now()}`;
    // Of two processes starting at once, one moves it.
    if (statSync(path, { throwIfNoEntry: false })?.ino === before) moveAside(path, aside);
    const what = `The list of read models ${path} was damaged (${(error as Error).message}); it is kept as ${aside}. All read models are built again from the log.`;
    healthIssues?.raise({
      key: 'list of read models',
      adminMessage: what,
      publicMessage: 'the read models are built again',
      severity: 'warning',
    });
    return openGenerationsFile(path);
  }
}

function moveAside(path: string, aside: string): void {
  for (const ending of ['', '-wal', '-shm'])
    if (existsSync(path + ending)) renameSync(path + ending, aside + ending);
}

function removeFiles(path: string): void {
  for (const ending of ['', '-wal', '-shm', '-journal']) rmSync(path + ending, { force: true });
}

/** Left by processes that died while dropping them. */
function removeOrphanedFiles(folder: string, control: GenerationsFile): void {
  // Before the list: a generation is listed before it has a file.
  const files = readdirSync(folder);
  const known = new Set(control.entries().map((entry) => `${entry.projection}.${entry.number}`));
  for (const file of files) {
    const match = /^([a-z][a-z0-9-]*\.\d+)\.sqlite$/.exec(file);
    if (match && !known.has(match[1]!)) removeFiles(join(folder, file));
  }
}

function pollForChanges(control: GenerationsFile) {
  const listeners = new Set<() => void>();
  let lastChanges = control.countChanges();
  let timer: NodeJS.Timeout | undefined;
  const look = () => {
    let now = lastChanges;
    try {
      now = control.countChanges();
    } catch {
      // The next caller gets the error.
    }
    if (now === lastChanges) return;
    lastChanges = now;
    for (const listener of listeners) listener();
  };
  return {
    look,
    listen(listener: () => void) {
      listeners.add(listener);
      timer ??= setInterval(look, POLL_MS).unref();
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) timer = void clearInterval(timer);
      };
    },
    end() {
      clearInterval(timer);
      listeners.clear();
    },
  };
}
