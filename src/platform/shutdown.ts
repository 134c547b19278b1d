// Work ends in order; where something hangs, the process ends all the same.

/** Containers and service managers kill after ten seconds. */
const DEADLINE_MS = 8_000;

/** Exit code, as shells report Ctrl-C. */
export const INTERRUPTED_EXIT_CODE = 130;

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

export interface Shutdown {
  /** A second signal ends the process at once. */
  readonly signal: AbortSignal;
  /** Restores the default handling of signals. */
  release(): void;
}

interface ShutdownSettings {
  /** Exit code of a process that did not end in order. */
  readonly code: number;
  readonly deadline?: number;
  readonly exit?: (code: number) => unknown;
}

/** SIGINT and SIGTERM end the command in order, within eight seconds: an engine may never answer. */
export function prepareShutdown({
  code,
  deadline = DEADLINE_MS,
  exit = process.exit,
}: ShutdownSettings): Shutdown {
  const stopping = new AbortController();
  const release = () => SIGNALS.forEach((signal) => process.removeListener(signal, end));
  const end = () => {
    release();
    exitAfterDeadline(code, deadline, exit);
    stopping.abort();
  };
  for (const signal of SIGNALS) process.on(signal, end);
  return { signal: stopping.signal, release };
}

/** Unless the process has ended by itself before. */
export function exitAfterDeadline(
  code: number,
  deadline = DEADLINE_MS,
  exit: (code: number) => unknown = process.exit,
): void {
  // Does not keep the process alive.
  setTimeout(() => exit(code), deadline).unref();
}
