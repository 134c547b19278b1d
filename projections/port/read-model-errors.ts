// What a read model answers instead.
import { PortFailure } from '#platform/port-failure.js';

/** The engine cannot be reached, or cannot write: the message says what was tried. */
export class ReadModelsUnavailable extends PortFailure {
  override readonly name = 'ReadModelsUnavailable';
  override readonly failure = 'not readable';
}

/** What is configured cannot be used as read models; the message says what to do. */
export class ReadModelsUnusable extends Error {
  override readonly name = 'ReadModelsUnusable';
}

/** A moment is no longer kept: take another one. The message says what would keep it for longer. */
export class SnapshotLost extends Error {
  override readonly name = 'SnapshotLost';
}

/** A question took longer than one may: it has to ask for less. */
export class QueryTimeout extends PortFailure {
  override readonly name = 'QueryTimeout';
  override readonly failure = 'takes too long';
}

/** A cursor that no page gave out. */
export class BadCursor extends PortFailure {
  override readonly name = 'BadCursor';
  override readonly failure = 'bad cursor';
}

/** A filter or a sort that is none: an unknown operator, a path that is no path. */
export class BadQuery extends PortFailure {
  override readonly name = 'BadQuery';
  override readonly failure = 'bad query';
}

/** Another process has written to this generation: open it again. */
export class WrittenElsewhere extends Error {
  override readonly name = 'WrittenElsewhere';
}

/** The generation's data cannot be read. A replay builds a new one from the events. */
export class DamagedGeneration extends PortFailure {
  override readonly name = 'DamagedGeneration';
  override readonly failure = 'rebuilding';
}

/** Another process is filling this generation. */
export class GenerationInUse extends Error {
  override readonly name = 'GenerationInUse';
}
