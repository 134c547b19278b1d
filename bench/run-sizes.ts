// How much a run of the benchmark does.

export interface Sizes {
  /** Of each load over HTTP. */
  readonly seconds: number;
  readonly records: number;
  /** Events of the replay, and of the timeline. */
  readonly events: number;
  /** Beside heavy questions: those with one of these in their names. */
  readonly only?: readonly string[];
}
