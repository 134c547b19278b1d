import type { MessageId } from '#views/messages/en/all.js';

export const EXAMPLE_DATA_STATE = Symbol('EXAMPLES');

export interface ExampleDataState {
  /** 0 to 1; undefined: nothing is loading. */
  loading(): number | undefined;
  readonly tour?: ExampleTour;
}

export interface ExampleTour {
  /** Its lifecycle is drawn. */
  readonly process: { readonly application: string; readonly entity: string };
  /** In order of sign-in. */
  readonly steps: readonly {
    readonly title: MessageId;
    readonly person: string;
    readonly what: MessageId;
    readonly begins: string;
    /** A step is done by an event of these types, or by opening a page. */
    readonly doneBy: { readonly events: readonly string[] } | { readonly page: string };
  }[];
}

export const NO_EXAMPLE_DATA: ExampleDataState = { loading: () => undefined };
