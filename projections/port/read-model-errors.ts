// Errors of read models.
import { PortFailure } from '#platform/port-failure.js';

/** The engine cannot be reached or written to. */
export class ReadModelsUnavailable extends PortFailure {
  override readonly name = 'ReadModelsUnavailable';
  override readonly failure = 'not readable';
}

/** The configured engine cannot be used; the message says what to do. */
export class ReadModelsUnusable extends Error {
  override readonly name = 'ReadModelsUnusable';
}

/** The engine dropped the snapshot: take another. The message says how to keep it longer. */
export class SnapshotLost extends Error {
  override readonly name = 'SnapshotLost';
}

/** The query exceeded its time limit: ask for less. */
export class QueryTimeout extends PortFailure {
  override readonly name = 'QueryTimeout';
  override readonly failure = 'takes too long';
}

/** Not a cursor of any page. */
export class BadCursor extends PortFailure {
  override readonly name = 'BadCursor';
  override readonly failure = 'bad cursor';
}

/** An unknown operator or an invalid path. */
export class BadQuery extends PortFailure {
  override readonly name = 'BadQuery';
  override readonly failure = 'bad query';
}

/** Another process wrote to the generation: reopen it. */
export class WrittenElsewhere extends Error {
  override readonly name = 'WrittenElsewhere';
}

/** The generation is unreadable; a replay rebuilds it. */
export class DamagedGeneration extends PortFailure {
  override readonly name = 'DamagedGeneration';
  override readonly failure = 'rebuilding';
}

/** Another process is filling the generation. */
export class GenerationInUse extends Error {
  override readonly name = 'GenerationInUse';
}
