// Commands on one projection, an admin's all of them.
import type { CommandContext } from '../command.js';

interface ProjectionCommandTarget {
  readonly projection: string;
  readonly context: CommandContext;
}

/** Nothing is built until it is resumed; pages show what the read model had before. */
export class PauseProjection {
  readonly type = 'PauseProjection';
  constructor(readonly data: ProjectionCommandTarget) {}
}

export class ResumeProjection {
  readonly type = 'ResumeProjection';
  constructor(readonly data: ProjectionCommandTarget) {}
}

/** `of`: one document that an event broke; undefined: all of them. */
export class RetryProjection {
  readonly type = 'RetryProjection';
  constructor(
    readonly data: ProjectionCommandTarget & {
      readonly of?: { readonly collection: string; readonly document: string };
    },
  ) {}
}

/** Leaves the event that broke the document out of it, for good. */
export class SkipEvent {
  readonly type = 'SkipEvent';
  constructor(
    readonly data: ProjectionCommandTarget & {
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

interface GenerationSwitch {
  /** Generation that pages were served from. */
  readonly from: number;
  /** Generation that they are served from afterwards. */
  readonly to: number;
  /** How many documents differ, as far as a replay has found that. */
  readonly differences: number;
  readonly reason: string;
}

/**
 * Uses what a replay has built, although it differs from what the same projection had made of the same events, or was made without events
 * that are not in the log any more. `lacking`: position of the last of these.
 */
export class AcceptReplay {
  readonly type = 'AcceptReplay';
  constructor(readonly data: ProjectionCommandTarget & GenerationSwitch & { readonly lacking?: number }) {}
}

/** Goes back to the generation that was in use before. */
export class RollBackProjection {
  readonly type = 'RollBackProjection';
  constructor(readonly data: ProjectionCommandTarget & GenerationSwitch) {}
}

export type ProjectionCommand =
  PauseProjection | ResumeProjection | RetryProjection | SkipEvent | AcceptReplay | RollBackProjection;
