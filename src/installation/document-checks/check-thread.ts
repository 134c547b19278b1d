import { parentPort } from 'node:worker_threads';
import { lowerThreadPriority } from '#platform/thread-priority.js';
import { answerMessagesUntilExit } from '#platform/worker-threads.js';
import { answerDocumentCheck } from './answer-document-check.js';
import type { DocumentCheckRequest } from './document-check-messages.js';

lowerThreadPriority();
answerMessagesUntilExit(parentPort!, (request: DocumentCheckRequest) =>
  parentPort!.postMessage(answerDocumentCheck(request)),
);
