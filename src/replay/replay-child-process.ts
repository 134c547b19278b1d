// Child process of `daybook replay`.
import type { ReplayReport, ReplayProgress } from '#projections/replay/replay-report.js';
import {
  toFailedMessage,
  type ReplayMessage,
  type ReplayTask,
  runReplayTask,
} from './replay-in-child-processes.js';
import { exitAfterDeadline, INTERRUPTED_EXIT_CODE } from '../platform/shutdown.js';

const stop = new AbortController();
const send = (message: ReplayMessage) => process.connected && process.send!(message);
// Signals reach both processes; the parent passes them on. The child ends with the parent.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {});
const end = () => {
  exitAfterDeadline(INTERRUPTED_EXIT_CODE);
  stop.abort();
};
process.once('disconnect', end);
const task = await new Promise<ReplayTask>((resolve) => {
  process.on('message', (message: ReplayTask | 'stop') => (message === 'stop' ? end() : resolve(message)));
});
try {
  const onProgress = (progress: ReplayProgress) => send({ progress });
  const onReplayed = (done: ReplayReport) => send({ done });
  send({ replayed: await runReplayTask(task, { signal: stop.signal, onProgress, onReplayed }) });
} catch (error) {
  send(toFailedMessage(error));
}
if (process.connected) process.disconnect();
