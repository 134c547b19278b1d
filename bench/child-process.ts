// Every measurement runs in a process of its own, so that its peak memory is its own.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Peak resident memory of this process so far, in MiB. */
export const peakMemory = () => Math.round(process.resourceUsage().maxRSS / 1024);

/** Runs bench/<name>.js with the arguments; resolves to the object it sends. */
export async function measureInProcess<Result>(name: string, ...args: readonly string[]): Promise<Result> {
  const child = startProcess(name, args);
  const exited = once(child, 'exit').then(([code]) => {
    throw new Error(`bench/${name} ended with code ${code} before it told its result`);
  });
  const [result] = (await Promise.race([once(child, 'message'), exited])) as [Result];
  exited.catch(() => {});
  child.kill();
  return result;
}

/** `node`: what Node.js is told besides. */
export function startProcess(
  name: string,
  args: readonly string[],
  node: readonly string[] = [],
): ChildProcess {
  const file = fileURLToPath(new URL(`./${name}.js`, import.meta.url));
  return fork(file, args, {
    execArgv: ['--enable-source-maps', ...node],
    env: { ...process.env, NODE_ENV: 'production' },
  });
}

/** In the child: tells the result and waits to be ended. */
export function sendResult(result: object): void {
  process.send?.({ ...result, memory: peakMemory() });
}
