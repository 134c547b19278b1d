// Wakes those who have read the whole log and wait for more.

export interface News {
  /** Resolves once the log may hold something after the position, the signal aborts, or the store closes. */
  after(position: number, signal?: AbortSignal): Promise<void>;
  /** This process has written, or the store closes. */
  wake(): void;
}

/** Other processes' appends are looked for this often (milliseconds), and only while somebody waits. */
const LOOK_EVERY = 250;

export function createNews(head: () => number): News {
  const waiting = new Set<{ readonly position: number; readonly wake: () => void }>();
  let timer: NodeJS.Timeout | undefined;

  function look(): void {
    let now = Infinity;
    try {
      now = head();
    } catch {
      // Whoever waits reads, and meets the failure where it can be handled.
    }
    for (const { position, wake } of [...waiting]) if (now > position) wake();
  }

  function watch(): void {
    if (waiting.size > 0) timer ??= setInterval(look, LOOK_EVERY).unref();
    else if (timer) timer = void clearInterval(timer);
  }

  return {
    after(position, signal) {
      if (signal?.aborted) return Promise.resolve();
      return new Promise((resolve) => {
        const waiter = { position, wake };
        function wake(): void {
          waiting.delete(waiter);
          signal?.removeEventListener('abort', wake);
          watch();
          resolve();
        }
        waiting.add(waiter);
        signal?.addEventListener('abort', wake);
        watch();
      });
    },
    wake() {
      for (const { wake } of [...waiting]) wake();
    },
  };
}
