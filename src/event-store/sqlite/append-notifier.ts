// Wakes those who have read the whole log and wait for more.
export interface News {
  /** Resolves once the log may hold something after the position, the signal aborts, or the store closes. */
  after(position: number, signal?: AbortSignal): Promise<void>;
  /** This process has written, or the store closes. */
  wake(): void;
}

/** Other processes' appends are looked for this often (milliseconds), and only while somebody waits. */
const LOOK_EVERY = 250;

/** So often where there were some lately: people who wrote to one process wait for what another one makes of it. */
const LOOK_OFTEN = 25;

const LATELY = 60_000;

export function createNews(head: () => number): News {
  const waiting = new Set<{ readonly position: number; readonly wake: () => void }>();
  let timer: NodeJS.Timeout | undefined;
  let often = -Infinity;

  function look(): void {
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
      if (now > position) often = performance.now() + LATELY;
      wake();
    }
    watch();
  }

  function watch(): void {
    if (waiting.size === 0) timer = void clearTimeout(timer);
    else timer ??= setTimeout(look, performance.now() < often ? LOOK_OFTEN : LOOK_EVERY).unref();
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
