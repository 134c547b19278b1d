import { Command, type CommandContext } from '../command.js';

interface ProjectionCommandTarget {
  readonly projection: string;
  readonly context: CommandContext;
}

export class PauseProjection extends Command<ProjectionCommandTarget> {
  readonly type = 'PauseProjection';
}

export class ResumeProjection extends Command<ProjectionCommandTarget> {
  readonly type = 'ResumeProjection';
}

/** `of`: one broken document. */
export class RetryProjection extends Command<
  ProjectionCommandTarget & {
    readonly of?: { readonly collection: string; readonly document: string };
  }
> {
  readonly type = 'RetryProjection';
}

export class SkipEvent extends Command<
  ProjectionCommandTarget & {
    readonly version: number;
    readonly collection: string;
    readonly document: string;
    readonly event: string;
    readonly eventType: string;
    readonly error: string;
    readonly reason: string;
  }
> {
  readonly type = 'SkipEvent';
}

interface GenerationSwitch {
  readonly from: number;
  readonly to: number;
  readonly differences: number;
  readonly reason: string;
}

/** Accepts differing documents or a log that lacks events. `lacking`: position of the last missing event. */
export class AcceptReplay extends Command<
  ProjectionCommandTarget & GenerationSwitch & { readonly lacking?: number }
> {
  readonly type = 'AcceptReplay';
}

export class RollBackProjection extends Command<ProjectionCommandTarget & GenerationSwitch> {
  readonly type = 'RollBackProjection';
}

export type ProjectionCommand =
  PauseProjection | ResumeProjection | RetryProjection | SkipEvent | AcceptReplay | RollBackProjection;
