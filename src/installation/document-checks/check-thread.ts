// A thread that checks documents, one after the other.
import { parentPort } from 'node:worker_threads';
import { lowerThreadPriority } from '#platform/thread-priority.js';
import { serveUntilEnded } from '#platform/threads.js';
import { answerDocumentCheck } from './answer.js';
import type { DocumentCheckRequest } from './check-messages.js';

lowerThreadPriority();
serveUntilEnded(parentPort!, (told: DocumentCheckRequest) =>
  parentPort!.postMessage(answerDocumentCheck(told)),
);
