// How an answer grows with the data, which decides what keeps it from holding up the others. Every route declares it.
import { type CustomDecorator, SetMetadata } from '@nestjs/common';

export type AnswerKind =
  /** Does not grow with the data. */
  | 'small'
  /** HTML of so many entries at most, whose values are cut; pages wait for their turn where they are rendered. */
  | 'page'
  /** All of something, made in memory: made in turn, few at once. */
  | 'whole'
  /** Sent as fast as the other side reads. */
  | 'stream'
  /** A connection that stays open, and is counted by who keeps it open. */
  | 'held open'
  /** The handler asks the gate itself, as soon as it has found the route in the specification. */
  | 'of its route';

export const ANSWER_KIND = 'answer kind';

/** On a handler, or on a controller for all handlers that declare none themselves. */
export const Answers = (kind: AnswerKind): CustomDecorator => SetMetadata(ANSWER_KIND, kind);

/** Of a route that declares none: what may grow waits for its turn. Commands answer with what they did. */
export const undeclaredKind = (method: string): AnswerKind =>
  method === 'GET' || method === 'HEAD' ? 'whole' : 'small';
