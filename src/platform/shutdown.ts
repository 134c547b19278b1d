// How a process ends that is told to: what it does ends in order, and where something does not end, the process does all the same.

/** Less than the ten seconds after which containers and service managers kill what they have told to end. */
const DEADLINE_MS = 8_000;

/** Exit code of a command that was told to end before it was done, as a shell says it of Ctrl-C. */
export const INTERRUPTED = 130;

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

export interface Shutdown {
  /** Aborts at the first signal. A second one ends the process at once. */
  readonly signal: AbortSignal;
  /** The command is over: signals mean again what they mean to every process. */
  release(): void;
}

interface ShutdownSettings {
  /** Of a process that did not end in order. */
  readonly code: number;
  readonly deadline?: number;
  readonly exit?: (code: number) => unknown;
}

/** From here on SIGINT and SIGTERM let the command end in order, within eight seconds: an engine may never answer, a disk stay full. */
export function prepareShutdown({
  code,
  deadline = DEADLINE_MS,
  exit = process.exit,
}: ShutdownSettings): Shutdown {
  const told = new AbortController();
  const release = () => SIGNALS.forEach((signal) => process.removeListener(signal, end));
  const end = () => {
    release();
    endWithin(code, deadline, exit);
    told.abort();
  };
  for (const signal of SIGNALS) process.on(signal, end);
  return { signal: told.signal, release };
}

/** The process ends with this code unless it has ended by itself before. */
export function endWithin(
  code: number,
  deadline = DEADLINE_MS,
  exit: (code: number) => unknown = process.exit,
): void {
  // Keeps no process that has ended in order.
  setTimeout(() => exit(code), deadline).unref();
}
