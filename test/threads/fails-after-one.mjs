// A thread that renders one page, and fails with every one after it.
import { parentPort } from 'node:worker_threads';

let rendered = 0;
parentPort.on('message', ({ endThread }) => {
  if (endThread) return parentPort.close();
  rendered += 1;
  const result = rendered === 1 ? { html: Buffer.from('<p>rendered</p>') } : { failed: 'RangeError' };
  parentPort.postMessage(result);
});
