// What refusals are by kind, and what an error of the catalogue consists of.

/** Kind of refusal, independent of the protocol. */
export type RefusalKind =
  | 'invalid'
  | 'not understood'
  | 'not signed in'
  | 'not permitted'
  | 'not found'
  | 'not supported'
  | 'conflict'
  | 'gone'
  | 'too large'
  | 'version missing'
  | 'too often'
  | 'fault'
  | 'unavailable';

export interface BuiltInError {
  readonly kind: RefusalKind;
  readonly message: string;
  readonly remedy?: string;
}
