// The thread beside `daybook replay`: does what it was started with, tells how far it is, stops when it is told to.
import { parentPort, workerData } from 'node:worker_threads';
import { replayTask, type ThreadSays, type ThreadTask } from './replay-in-threads.js';

const stop = new AbortController();
const say = (said: ThreadSays) => parentPort!.postMessage(said);
parentPort!.once('message', () => stop.abort());
try {
  const onProgress = (progress: Extract<ThreadSays, { progress: unknown }>['progress']) => say({ progress });
  say({ replayed: await replayTask(workerData as ThreadTask, { signal: stop.signal, onProgress }) });
} catch (error) {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  say({ failed: { name, message, stack } });
}
parentPort!.close();
