// How threads end: told to, after what they are at. One that is stopped in the middle of native code, SQLite's for one, takes
// the whole process with it (decision 0021).
import { setTimeout as pause } from 'node:timers/promises';
import type { MessagePort, Worker } from 'node:worker_threads';

const END = { endThread: true };

const isEnd = (told: unknown): boolean => (told as Partial<typeof END> | null)?.endThread === true;

/** In the thread: answers what it is told, one after the other, until it is told to end; last of all, `close`. */
export function serveUntilEnded<Told>(
  port: MessagePort,
  answer: (told: Told) => void | Promise<void>,
  close: () => void = () => {},
): void {
  let underWay: void | Promise<void>;
  const finish = () => {
    close();
    port.close();
  };
  port.on('message', (told: Told) => {
    if (!isEnd(told)) underWay = answer(told);
    else if (underWay) void underWay.finally(finish);
    else finish();
  });
}

/** It ends once it has done what it was told before. Nobody waits for that here, and nothing stops it. */
export const requestEnd = (worker: Worker): void => worker.postMessage(END);

/** True if it has ended by itself within these milliseconds; one that has not no longer keeps the process from ending. */
export async function waitForExit(worker: Worker, within: number): Promise<boolean> {
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

/** For threads that run nothing native: one that does not end by itself soon is stopped. */
export async function end(worker: Worker): Promise<void> {
  requestEnd(worker);
  if (!(await waitForExit(worker, SOON))) await worker.terminate();
}

/** Milliseconds. */
const SOON = 10_000;
