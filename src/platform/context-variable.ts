import { AsyncLocalStorage } from 'node:async_hooks';

/** Follows asynchronous work, as AsyncContext.Variable will (TC39 proposal-async-context). */
interface ContextVariable<Value> {
  /** undefined: not set. */
  get(): Value | undefined;
  run<Result>(value: Value, work: () => Result): Result;
}

/** One for all variables: before Node.js 24 each storage slows every promise of the process. */
// eslint-disable-next-line no-restricted-syntax
const storage = new AsyncLocalStorage<ReadonlyMap<object, unknown>>();

export function createContextVariable<Value>(): ContextVariable<Value> {
  const variable: ContextVariable<Value> = {
    get: () => storage.getStore()?.get(variable) as Value | undefined,
    run: (value, work) => storage.run(new Map(storage.getStore()).set(variable, value), work),
  };
  return variable;
}
