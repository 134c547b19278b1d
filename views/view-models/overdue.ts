import type { TimeSpan } from '../format.js';

/** A due date by field title, or a timer by its limit or title. */
export type Overdue =
  | { readonly title: string; readonly day: string }
  | {
      readonly title: string;
      /** ISO 8601. */
      readonly at: string;
      readonly limit?: TimeSpan;
      readonly isWorking?: boolean;
    };
