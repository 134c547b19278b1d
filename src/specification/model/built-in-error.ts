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
