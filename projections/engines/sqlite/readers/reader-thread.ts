// A reader: a thread that answers questions from generations' files, each from one moment of the file.
import { existsSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import { serveUntilEnded } from '#platform/threads.js';
import { openToRead, type GenerationFile } from '../generation-file.js';
import { runQuery, type CollectionQuery } from '../collection-query.js';
import {
  toFailedOutcome,
  type ReaderOutcome,
  type QueryOnFile,
  type ReaderResponse,
  type ReaderRequest,
} from './reader-messages.js';

/** Files kept open: the active generations, and some that are being replaced. */
const MOST_OPEN = 12;

const files = new LRUCache<string, GenerationFile>({ max: MOST_OPEN, dispose: (file) => file.close() });

function fileAt(path: string): GenerationFile | undefined {
  const known = files.get(path);
  if (known) return known;
  if (!existsSync(path)) return undefined;
  const opened = openToRead(path);
  files.set(path, opened);
  return opened;
}

function outcomeOf({ path, question }: QueryOnFile): ReaderOutcome {
  try {
    const file = fileAt(path);
    return file ? { answer: atOneMoment(file, question) } : { gone: true };
  } catch (error) {
    // Damaged, or replaced by another one under the same name: looked at anew the next time.
    files.delete(path);
    return toFailedOutcome(error);
  }
}

function atOneMoment(file: GenerationFile, question: CollectionQuery): unknown {
  file.database.exec('BEGIN');
  try {
    return runQuery(file, question);
  } finally {
    file.database.exec('COMMIT');
  }
}

const tell = (tells: ReaderResponse) => parentPort!.postMessage(tells);

function handle(told: ReaderRequest): void {
  const { number } = told;
  if (!('release' in told)) return tell({ number, outcomes: told.put.map(outcomeOf) });
  files.delete(told.release);
  tell({ number, outcomes: [] });
}

serveUntilEnded(parentPort!, handle, () => files.clear());
