// Reader thread: answers queries from generations' files, each in one transaction.
import { existsSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import { serveUntilEnded } from '#platform/threads.js';
import { openGenerationFileToRead, type GenerationFile } from '../generation-file.js';
import { runQuery, type CollectionQuery } from '../collection-query.js';
import {
  toFailedOutcome,
  type ReaderOutcome,
  type QueryOnFile,
  type ReaderResponse,
  type ReaderRequest,
} from './reader-messages.js';

/** The active generations, and some that are being replaced. */
const MAX_OPEN_FILES = 12;

const files = new LRUCache<string, GenerationFile>({ max: MAX_OPEN_FILES, dispose: (file) => file.close() });

function openFile(path: string): GenerationFile | undefined {
  const known = files.get(path);
  if (known) return known;
  if (!existsSync(path)) return undefined;
  const opened = openGenerationFileToRead(path);
  files.set(path, opened);
  return opened;
}

function answerQuery({ path, question }: QueryOnFile): ReaderOutcome {
  try {
    const file = openFile(path);
    return file ? { answer: runInTransaction(file, question) } : { gone: true };
  } catch (error) {
    // Damaged or replaced, so the file is reopened next time.
    files.delete(path);
    return toFailedOutcome(error);
  }
}

function runInTransaction(file: GenerationFile, question: CollectionQuery): unknown {
  file.database.exec('BEGIN');
  try {
    return runQuery(file, question);
  } finally {
    file.database.exec('COMMIT');
  }
}

const respond = (tells: ReaderResponse) => parentPort!.postMessage(tells);

function handle(request: ReaderRequest): void {
  const { number } = request;
  if (!('release' in request)) return respond({ number, outcomes: request.put.map(answerQuery) });
  files.delete(request.release);
  respond({ number, outcomes: [] });
}

serveUntilEnded(parentPort!, handle, () => files.clear());
