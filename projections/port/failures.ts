// What a read model answers instead.

/** The engine cannot be reached, or cannot write: the message says what was tried. */
export class ReadModelsUnavailable extends Error {
  override readonly name = 'ReadModelsUnavailable';
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
export class QuestionTooLong extends Error {
  override readonly name = 'QuestionTooLong';
}

/** A cursor that no page gave out. */
export class BadCursor extends Error {
  override readonly name = 'BadCursor';
}

/** A filter or a sort that is none: an unknown operator, a path that is no path. */
export class BadQuery extends Error {
  override readonly name = 'BadQuery';
}

/** Another process has written to this generation: open it again. */
export class WrittenElsewhere extends Error {
  override readonly name = 'WrittenElsewhere';
}

/** The generation's data cannot be read. A replay builds a new one from the events. */
export class DamagedGeneration extends Error {
  override readonly name = 'DamagedGeneration';
}

/** Another process is filling this generation. */
export class GenerationInUse extends Error {
  override readonly name = 'GenerationInUse';
}
