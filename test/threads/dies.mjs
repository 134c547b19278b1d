// A reader's thread that ends at the first question.
import { parentPort } from 'node:worker_threads';

parentPort.on('message', () => process.exit(1));
