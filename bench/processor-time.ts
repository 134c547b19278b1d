// Who computes: the main thread of a process, or its others.
import { existsSync, readdirSync, readFileSync } from 'node:fs';

export interface ProcessorTime {
  /** Milliseconds so far. */
  readonly main: number;
  readonly others: number;
}

/** Of a tick of the kernel, as /proc counts. */
const TICK = 10;

/** undefined: this system does not tell. */
export function readProcessorTime(pid: number): ProcessorTime | undefined {
  const folder = `/proc/${pid}/task`;
  if (!existsSync(folder)) return undefined;
  const threads = readdirSync(folder).map((thread) => ({ thread, time: timeOf(`${folder}/${thread}/stat`) }));
  const sum = (of: readonly { readonly time: number }[]) => of.reduce((all, { time }) => all + time, 0);
  const isMain = ({ thread }: { readonly thread: string }) => thread === String(pid);
  return { main: sum(threads.filter(isMain)), others: sum(threads.filter((each) => !isMain(each))) };
}

/** proc(5): after the name in parentheses, the 12th and 13th are time in the process and in the kernel. A thread may have ended. */
function timeOf(file: string): number {
  try {
    const text = readFileSync(file, 'latin1');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK;
  } catch {
    return 0;
  }
}
