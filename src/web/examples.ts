// What pages know of the examples, which the command line loads.

/** Token for injection. */
export const EXAMPLES = Symbol('EXAMPLES');

export interface Examples {
  /** What share of them is there, from 0 to 1; undefined: nothing is being loaded. */
  loading(): number | undefined;
}

export const NO_EXAMPLES: Examples = { loading: () => undefined };
