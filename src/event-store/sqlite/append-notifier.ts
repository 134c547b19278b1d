// Wakes readers that wait at the end of the log.
export interface AppendNotifier {
  /** Resolves once the log may have events after the position, the signal aborts, or the store closes. */
  waitForAppend(position: number, signal?: AbortSignal): Promise<void>;
  /** Called when this process has written, or the store closes. */
  notify(): void;
}

/** Interval for noticing other processes' appends, while anyone waits. */
const POLL_MS = 250;

/** Shorter for a while after such an append: users wait for what other processes make of theirs. */
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
      // Waiting readers read next and get the error.
    }
    for (const { position, wake } of [...waiting]) {
      if (now === position) continue;
      // Own appends have woken all waiters; a shorter log is reported by its reader.
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
