// A thread that checks documents, one after the other.
import { parentPort } from 'node:worker_threads';
import { answer } from './answer.js';
import type { Told } from './told.js';

parentPort!.on('message', (told: Told) => parentPort!.postMessage(answer(told)));
