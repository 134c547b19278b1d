export interface AppendNotifier {
  /** Resolves once events may follow the position, or on abort or close. */
  waitForAppend(position: number, signal?: AbortSignal): Promise<void>;
  notify(): void;
}

/** For appends by other processes. */
const POLL_MS = 250;

/** For a while after such an append, as users wait for its effects. */
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
      // All waiters are woken: their own reading throws the error.
    }
    for (const { position, wake } of [...waiting]) {
      if (now === position) continue;
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
