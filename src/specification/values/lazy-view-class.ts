import { NotEvaluable } from './not-evaluable.js';
import { runToCompletion, type CooperativeTask } from '../cooperative-task.js';

/** undefined: missing. */
export type PropertyReader = (raw: never) => unknown;

const RAW = Symbol('raw');
const READERS = Symbol('reads');
/** A symbol, as fields have any name. */
export const HAS_PROPERTY = Symbol('asks');

export abstract class LazyView {
  constructor(raw: unknown) {
    this[RAW] = raw;
  }
  readonly [RAW]: unknown;
  declare readonly [READERS]: ReadonlyMap<string, PropertyReader>;

  [HAS_PROPERTY](key: string): boolean {
    const value = this[READERS].get(key)?.(this[RAW] as never);
    return value !== undefined && !(Array.isArray(value) && value.length === 0);
  }
}

export type ViewClass = new (raw: unknown) => LazyView;

/** Missing properties throw `NotEvaluable`. */
export const createViewClass = (name: string, reads: ReadonlyMap<string, PropertyReader>): ViewClass =>
  runToCompletion(createViewClassInSteps(name, reads));

export function* createViewClassInSteps(
  name: string,
  reads: ReadonlyMap<string, PropertyReader>,
): CooperativeTask<ViewClass> {
  const made = class extends LazyView {};
  Object.defineProperty(made.prototype, READERS, { value: reads });
  for (const [key, read] of reads) {
    // Shared: a stack costs more than a rule, and lists evaluate many.
    let missing: NotEvaluable | undefined;
    Object.defineProperty(made.prototype, key, {
      enumerable: true,
      get(this: LazyView) {
        const value = read(this[RAW] as never);
        if (value === undefined) throw (missing ??= new NotEvaluable(`${name}.${key} is not given`));
        return value;
      },
    });
    yield;
  }
  return made;
}
