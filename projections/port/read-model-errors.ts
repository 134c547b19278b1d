import { AdapterError } from '#platform/adapter-error.js';

export class ReadModelsUnavailable extends AdapterError {
  override readonly name = 'ReadModelsUnavailable';
  override readonly kind = 'not readable';
}

/** The message says what to do. */
export class ReadModelsUnusable extends Error {
  override readonly name = 'ReadModelsUnusable';
}

/** Take another snapshot. The message says how to keep it longer. */
export class SnapshotLost extends Error {
  override readonly name = 'SnapshotLost';
}

/** The query exceeded its time limit. */
export class QueryTimeout extends AdapterError {
  override readonly name = 'QueryTimeout';
  override readonly kind = 'takes too long';
}

export class BadCursor extends AdapterError {
  override readonly name = 'BadCursor';
  override readonly kind = 'bad cursor';
}

/** An unknown operator or an invalid path. */
export class BadQuery extends AdapterError {
  override readonly name = 'BadQuery';
  override readonly kind = 'bad query';
}

/** Another process wrote to the generation: reopen it. */
export class WrittenElsewhere extends Error {
  override readonly name = 'WrittenElsewhere';
}

/** A replay rebuilds it. */
export class DamagedGeneration extends AdapterError {
  override readonly name = 'DamagedGeneration';
  override readonly kind = 'rebuilding';
}

/** Another process is filling the generation. */
export class GenerationInUse extends Error {
  override readonly name = 'GenerationInUse';
}
