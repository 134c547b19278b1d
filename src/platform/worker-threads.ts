// Stopping a thread in native code, such as SQLite, ends the whole process (decision 0021).
import { setTimeout as pause } from 'node:timers/promises';
import type { MessagePort, Worker } from 'node:worker_threads';
import { throwUncaught } from '#platform/throw-uncaught.js';

const END = { endThread: true };

const isEnd = (message: unknown): boolean => (message as Partial<typeof END> | null)?.endThread === true;

/** In the thread: handles messages in order until the end is requested, then calls `close`. */
export function answerMessagesUntilExit<Message>(
  port: MessagePort,
  answer: (message: Message) => void | Promise<void>,
  close: () => void = () => {},
): void {
  let underWay: void | Promise<void>;
  const finish = () => {
    close();
    port.close();
  };
  port.on('message', (message: Message) => {
    if (!isEnd(message)) underWay = answer(message);
    else if (underWay) underWay.finally(finish).catch(throwUncaught);
    else finish();
  });
}

/** After earlier messages; neither awaited nor enforced. */
export const requestWorkerExit = (worker: Worker): void => worker.postMessage(END);

/** true: it has ended within these milliseconds; otherwise it no longer keeps the process alive. */
export async function waitForWorkerExit(worker: Worker, within: number): Promise<boolean> {
  if (worker.threadId === -1) return true;
  const called = new AbortController();
  const exit = new Promise<boolean>((resolve) => worker.once('exit', () => resolve(true)));
  const late = pause(within, false, { signal: called.signal }).catch(() => false);
  try {
    return await Promise.race([exit, late]);
  } finally {
    called.abort();
    worker.unref();
  }
}

/** For threads without native code: terminates one that does not end soon. */
export async function endWorker(worker: Worker): Promise<void> {
  requestWorkerExit(worker);
  if (!(await waitForWorkerExit(worker, SOON))) await worker.terminate();
}

/** Milliseconds. */
const SOON = 10_000;
