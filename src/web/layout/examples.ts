// What pages know of the examples, which the command line loads.

import type { MessageId } from '#views/messages/en/all.js';

/** Token for injection. */
export const EXAMPLES = Symbol('EXAMPLES');

export interface Examples {
  /** What share of them is there, from 0 to 1; undefined: nothing is being loaded. */
  loading(): number | undefined;
  /** undefined: there is no tour. */
  readonly tour?: ExampleTour;
}

/** The tour for new users. */
export interface ExampleTour {
  /** Whose states are shown, up to the one in which a record of it ends well. */
  readonly way: { readonly application: string; readonly entity: string; readonly end: string };
  /** In which order to sign in, and what for. */
  readonly steps: readonly {
    readonly title: MessageId;
    readonly person: string;
    /** What the person can try. */
    readonly what: MessageId;
    /** Path of the page where the person begins. */
    readonly begins: string;
    /** Types of the events by one of which it is done, or the path of a page that is only looked at, which records nothing. */
    readonly doneBy: { readonly events: readonly string[] } | { readonly page: string };
  }[];
}

export const NO_EXAMPLES: Examples = { loading: () => undefined };
