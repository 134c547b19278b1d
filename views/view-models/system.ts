// What went wrong, and how the log and its read models are.
import type { Frame } from './frame.js';
import type { Refusal } from './shown.js';

/** 403, 404, 409, 422, 500, 503 and the like. */
export interface ErrorPage {
  readonly frame: Frame;
  readonly status: number;
  readonly heading: string;
  readonly refusals: readonly Refusal[];
  /** What to do now. */
  readonly links: readonly { readonly href: string; readonly title: string }[];
  /** To quote when asking for help. */
  readonly correlation?: string;
  /** A form that could not be taken, to be sent again as it was. */
  readonly again?: {
    readonly action: string;
    /** Every input but passwords: name → what was typed. */
    readonly inputs: Readonly<Record<string, string>>;
    /** Those of them that a person typed. */
    readonly typed: readonly string[];
    /** Names of passwords, which have to be typed again. */
    readonly passwords: readonly string[];
  };
}

/** Projections and log, for admins. */
export interface StatusPage {
  readonly frame: Frame;
  /** Last position of the log: a number of events, or of bytes, as its engine counts. undefined: it cannot be reached. */
  readonly head: number | undefined;
  /** What is known to be wrong, in words. */
  readonly troubles: readonly string[];
  readonly projections: readonly {
    readonly name: string;
    readonly state: string;
    readonly position: number;
    readonly lag: number | null;
    readonly generation: number;
    readonly failure?: string;
  }[];
}
