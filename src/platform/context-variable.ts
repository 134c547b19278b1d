// Values that follow a piece of work through everything that it awaits.
import { AsyncLocalStorage } from 'node:async_hooks';

/** Follows a piece of work through everything that it awaits, as AsyncContext.Variable will (TC39 proposal-async-context). */
interface ContextVariable<Value> {
  /** undefined: not set for the work that runs now. */
  get(): Value | undefined;
  /** Everything that `work` does, now and later, finds this value. */
  run<Result>(value: Value, work: () => Result): Result;
}

/** One for all variables: before Node.js 24 each storage in use costs something at every promise of the process. */
// eslint-disable-next-line no-restricted-syntax
const storage = new AsyncLocalStorage<ReadonlyMap<object, unknown>>();

export function contextVariable<Value>(): ContextVariable<Value> {
  const variable: ContextVariable<Value> = {
    get: () => storage.getStore()?.get(variable) as Value | undefined,
    run: (value, work) => storage.run(new Map(storage.getStore()).set(variable, value), work),
  };
  return variable;
}
