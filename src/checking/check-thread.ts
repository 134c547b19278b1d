// A thread that checks documents, one after the other.
import { parentPort } from 'node:worker_threads';
import { answerUntilToldToEnd } from '../platform/threads.js';
import { answer } from './answer.js';
import type { Told } from './told.js';

answerUntilToldToEnd(parentPort!, (told: Told) => parentPort!.postMessage(answer(told)));
