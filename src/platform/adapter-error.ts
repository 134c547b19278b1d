// By kind, so that callers need neither engines nor class names.

export type AdapterErrorKind =
  /** The same may work later. */
  | 'unavailable'
  /** Needs an operator. */
  | 'unusable'
  /** The account lacks a right. */
  | 'right missing'
  | 'disk full'
  | 'log replaced'
  | 'damaged'
  | 'changed meanwhile'
  | 'erased'
  | 'keys missing'
  | 'not readable'
  /** Damaged, and rebuilt from the log. */
  | 'rebuilding'
  | 'takes too long'
  | 'page takes too long'
  | 'bad cursor'
  | 'bad query';

export abstract class AdapterError extends Error {
  abstract readonly kind: AdapterErrorKind;
  /** For everyone, without names of files: 'the log is damaged at event 12'. */
  readonly publicMessage?: string;
}
