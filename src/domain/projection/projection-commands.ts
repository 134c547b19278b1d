// Commands of admins on one projection.
import type { CommandContext } from '../command.js';

interface ProjectionCommandTarget {
  readonly projection: string;
  readonly context: CommandContext;
}

/** Stops building; pages keep serving the last state. */
export class PauseProjection {
  readonly type = 'PauseProjection';
  constructor(readonly data: ProjectionCommandTarget) {}
}

export class ResumeProjection {
  readonly type = 'ResumeProjection';
  constructor(readonly data: ProjectionCommandTarget) {}
}

/** `of`: one broken document; undefined: all of them. */
export class RetryProjection {
  readonly type = 'RetryProjection';
  constructor(
    readonly data: ProjectionCommandTarget & {
      readonly of?: { readonly collection: string; readonly document: string };
    },
  ) {}
}

/** Leaves the event out of the document it broke, for good. */
export class SkipEvent {
  readonly type = 'SkipEvent';
  constructor(
    readonly data: ProjectionCommandTarget & {
      readonly version: number;
      readonly collection: string;
      readonly document: string;
      readonly event: string;
      readonly eventType: string;
      readonly error: string;
      readonly reason: string;
    },
  ) {}
}

interface GenerationSwitch {
  /** The generation served before. */
  readonly from: number;
  /** The generation served afterwards. */
  readonly to: number;
  /** Number of documents that differ, according to a replay. */
  readonly differences: number;
  readonly reason: string;
}

/** Switches to a rebuilt generation although documents differ or the log lacks events. `lacking`: position of the last missing event. */
export class AcceptReplay {
  readonly type = 'AcceptReplay';
  constructor(readonly data: ProjectionCommandTarget & GenerationSwitch & { readonly lacking?: number }) {}
}

/** Switches back to the previous generation. */
export class RollBackProjection {
  readonly type = 'RollBackProjection';
  constructor(readonly data: ProjectionCommandTarget & GenerationSwitch) {}
}

export type ProjectionCommand =
  PauseProjection | ResumeProjection | RetryProjection | SkipEvent | AcceptReplay | RollBackProjection;
