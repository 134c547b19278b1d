// By which limit a record is overdue.
import type { TimeSpan } from '../format.js';

/** A due date, by the title of its field; or a timer, by its limit, or by its own title where it has none. */
export type Overdue =
  | { readonly title: string; readonly day: string }
  | {
      readonly title: string;
      /** ISO 8601: when it passed. */
      readonly at: string;
      readonly limit?: TimeSpan;
      /** The limit counts working time. */
      readonly isWorking?: boolean;
    };
