// Who asks: goes with a request through everything that it awaits, so that whoever answers can be fair and need not answer
// somebody who has gone.
import { AsyncLocalStorage } from 'node:async_hooks';

export interface Asking {
  /** A person, or the address of somebody nobody knows. */
  readonly asker: string;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal?: AbortSignal;
}

const current = new AsyncLocalStorage<Asking>();

/** Everything that `run` asks, now and later, is asked by them. */
export function askingFor<T>(asking: Asking, run: () => T): T {
  return current.run(asking, run);
}

/** undefined: no request; Daybook itself. */
export const whoIsAsking = (): Asking | undefined => current.getStore();
