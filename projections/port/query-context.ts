// Who asks: goes with a request through everything that it awaits, so that whoever answers can be fair and need not answer
// somebody who has gone.
import { contextVariable } from '#platform/context-variable.js';

export interface QueryContext {
  /** A person, or the address of somebody nobody knows. */
  readonly asker: string;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal?: AbortSignal;
}

const current = contextVariable<QueryContext>();

/** Everything that `run` asks, now and later, is asked by them. */
export function withQueryContext<T>(asking: QueryContext, run: () => T): T {
  return current.run(asking, run);
}

/** undefined: no request; Daybook itself. */
export const currentQueryContext = (): QueryContext | undefined => current.get();
