// The process beside `daybook replay`: does what it is told first, tells how far it is, stops when it is told to.
import type { ReplayReport, ReplayProgress } from '#projections/replay/replay-report.js';
import { toFailedMessage, type ProcessMessage, type ProcessTask, replayTask } from './replay-in-processes.js';
import { endWithin, INTERRUPTED } from '../platform/shutdown.js';

const stop = new AbortController();
const say = (said: ProcessMessage) => process.connected && process.send!(said);
// Signals reach both processes: the other one passes them on. Where that one is killed, nobody waits for this one any more.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {});
const end = () => {
  endWithin(INTERRUPTED);
  stop.abort();
};
process.once('disconnect', end);
const task = await new Promise<ProcessTask>((resolve) => {
  process.on('message', (told: ProcessTask | 'stop') => (told === 'stop' ? end() : resolve(told)));
});
try {
  const onProgress = (progress: ReplayProgress) => say({ progress });
  const onReplayed = (done: ReplayReport) => say({ done });
  say({ replayed: await replayTask(task, { signal: stop.signal, onProgress, onReplayed }) });
} catch (error) {
  say(toFailedMessage(error));
}
if (process.connected) process.disconnect();
