// Commands on one projection, an admin's all of them.
import type { CommandContext } from '../command.js';

interface OnProjection {
  readonly projection: string;
  readonly context: CommandContext;
}

/** Nothing is built until it is resumed; pages show what the read model had before. */
export class PauseProjection {
  readonly type = 'PauseProjection';
  constructor(readonly data: OnProjection) {}
}

export class ResumeProjection {
  readonly type = 'ResumeProjection';
  constructor(readonly data: OnProjection) {}
}

/** `of`: one document that an event broke; undefined: all of them. */
export class RetryProjection {
  readonly type = 'RetryProjection';
  constructor(
    readonly data: OnProjection & {
      readonly of?: { readonly collection: string; readonly document: string };
    },
  ) {}
}

/** Leaves the event that broke the document out of it, for good. */
export class SkipEvent {
  readonly type = 'SkipEvent';
  constructor(
    readonly data: OnProjection & {
      readonly version: number;
      readonly collection: string;
      readonly document: string;
      /** Id of the event. */
      readonly event: string;
      readonly eventType: string;
      readonly error: string;
      readonly reason: string;
    },
  ) {}
}

export type ProjectionCommand = PauseProjection | ResumeProjection | RetryProjection | SkipEvent;
