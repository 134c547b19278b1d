// What goes wrong behind a port, by kind: whoever decides what is said or done about it knows no engine, and no name of a class.

export type PortFailureKind =
  /** Not reached just now: the same may work later. */
  | 'unavailable'
  /** What is there cannot be used as it is, until somebody sees to it. */
  | 'unusable'
  /** Whoever asks is not let. */
  | 'right missing'
  | 'disk full'
  | 'log replaced'
  | 'damaged'
  | 'changed meanwhile'
  | 'erased'
  | 'keys missing'
  | 'not readable'
  /** Damaged, and made anew from the log. */
  | 'rebuilding'
  | 'takes too long'
  | 'page takes too long'
  | 'bad cursor'
  | 'bad query';

export abstract class PortFailure extends Error {
  abstract readonly failure: PortFailureKind;
  /** What is wrong, for everybody, without names of files: 'the log is damaged at event 12'. */
  readonly shown?: string;
}
