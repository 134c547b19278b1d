import { existsSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import { answerMessagesUntilExit } from '#platform/worker-threads.js';
import { openGenerationFileToRead, type GenerationFile } from '../generation-file.js';
import { runCollectionQuery, type CollectionQuery } from '../run-collection-query.js';
import {
  toFailedOutcome,
  type ReaderOutcome,
  type GenerationFileQuery,
  type ReaderResponse,
  type ReaderRequest,
} from './reader-messages.js';

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

function answerQuery({ path, query }: GenerationFileQuery): ReaderOutcome {
  try {
    const file = openFile(path);
    return file ? { answer: runInTransaction(file, query) } : { gone: true };
  } catch (error) {
    // Damaged or replaced: reopened next time.
    files.delete(path);
    return toFailedOutcome(error);
  }
}

function runInTransaction(file: GenerationFile, query: CollectionQuery): unknown {
  file.database.exec('BEGIN');
  try {
    return runCollectionQuery(file, query);
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

answerMessagesUntilExit(parentPort!, handle, () => files.clear());
