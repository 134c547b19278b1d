// A thread that checks documents, one after the other.
import { parentPort } from 'node:worker_threads';
import { giveWay } from '#platform/thread-priority.js';
import { serveUntilEnded } from '#platform/threads.js';
import { checkDocument } from './answer.js';
import type { DocumentCheckRequest } from './check-messages.js';

giveWay();
serveUntilEnded(parentPort!, (told: DocumentCheckRequest) => parentPort!.postMessage(checkDocument(told)));
