// A thread that checks documents, one after the other.
import { parentPort } from 'node:worker_threads';
import { giveWay } from '#platform/thread-priority.js';
import { answerUntilToldToEnd } from '#platform/threads.js';
import { answer } from './answer.js';
import type { Told } from './told.js';

giveWay();
answerUntilToldToEnd(parentPort!, (told: Told) => parentPort!.postMessage(answer(told)));
