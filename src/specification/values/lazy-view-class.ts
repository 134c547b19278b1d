// Records, rows, people and constants as expressions see them: converted property by property, only when asked for.
import { NotEvaluable } from './not-evaluable.js';
import { atOnce, type Stepwise } from '../pieces.js';

/** undefined: not given. */
export type PropertyReader = (raw: never) => unknown;

const RAW = Symbol('raw');
const READS = Symbol('reads');
/** Asks a view whether a property is given. A symbol, since fields may have any name. */
export const ASKS = Symbol('asks');

/** What all views descend from. */
export abstract class view {
  constructor(raw: unknown) {
    this[RAW] = raw;
  }
  readonly [RAW]: unknown;
  declare readonly [READS]: ReadonlyMap<string, PropertyReader>;

  [ASKS](key: string): boolean {
    const value = this[READS].get(key)?.(this[RAW] as never);
    return value !== undefined && !(Array.isArray(value) && value.length === 0);
  }
}

export type ViewClass = new (raw: unknown) => view;

/** A class with a getter per property; a property that is not given throws `NotEvaluable`. */
export const viewClass = (name: string, reads: ReadonlyMap<string, PropertyReader>): ViewClass =>
  atOnce(viewClassInPieces(name, reads));

export function* viewClassInPieces(
  name: string,
  reads: ReadonlyMap<string, PropertyReader>,
): Stepwise<ViewClass> {
  const made = class extends view {};
  Object.defineProperty(made.prototype, READS, { value: reads });
  for (const [key, read] of reads) {
    // One error per property, made once: lists evaluate rules on every row, and a stack costs more than the rule.
    let missing: NotEvaluable | undefined;
    Object.defineProperty(made.prototype, key, {
      enumerable: true,
      get(this: view) {
        const value = read(this[RAW] as never);
        if (value === undefined) throw (missing ??= new NotEvaluable(`${name}.${key} is not given`));
        return value;
      },
    });
    yield;
  }
  return made;
}
