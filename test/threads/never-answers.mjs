// A reader's thread that is at its first question for ever, and answers what is no question.
import { parentPort } from 'node:worker_threads';

parentPort.on('message', ({ number, release, endThread }) => {
  if (endThread) return parentPort.close();
  if (release !== undefined) parentPort.postMessage({ number, outcomes: [] });
});
