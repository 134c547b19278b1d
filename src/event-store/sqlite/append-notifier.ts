// Wakes those who have read the whole log and wait for more.
export interface AppendNotifier {
  /** Resolves once the log may hold something after the position, the signal aborts, or the store closes. */
  waitForAppend(position: number, signal?: AbortSignal): Promise<void>;
  /** This process has written, or the store closes. */
  notify(): void;
}

/** Other processes' appends are looked for this often (milliseconds), and only while somebody waits. */
const POLL_MS = 250;

/** So often where there were some lately: people who wrote to one process wait for what another one makes of it. */
const BUSY_POLL_MS = 25;

const BUSY_FOR_MS = 60_000;

export function createAppendNotifier(head: () => number): AppendNotifier {
  const waiting = new Set<{ readonly position: number; readonly wake: () => void }>();
  let timer: NodeJS.Timeout | undefined;
  let busyUntil = -Infinity;

  function poll(): void {
    timer = undefined;
    let now = Infinity;
    try {
      now = head();
    } catch {
      // Whoever waits reads, and meets the failure where it can be handled.
    }
    for (const { position, wake } of [...waiting]) {
      if (now === position) continue;
      // This process's own appends have woken everybody already. A log that has become shorter is met by whoever reads it.
      if (now > position) busyUntil = performance.now() + BUSY_FOR_MS;
      wake();
    }
    schedulePoll();
  }

  function schedulePoll(): void {
    if (waiting.size === 0) timer = void clearTimeout(timer);
    else timer ??= setTimeout(poll, performance.now() < busyUntil ? BUSY_POLL_MS : POLL_MS).unref();
  }

  return {
    waitForAppend(position, signal) {
      if (signal?.aborted) return Promise.resolve();
      return new Promise((resolve) => {
        const waiter = { position, wake };
        function wake(): void {
          waiting.delete(waiter);
          signal?.removeEventListener('abort', wake);
          schedulePoll();
          resolve();
        }
        waiting.add(waiter);
        signal?.addEventListener('abort', wake);
        schedulePoll();
      });
    },
    notify() {
      for (const { wake } of [...waiting]) wake();
    },
  };
}
