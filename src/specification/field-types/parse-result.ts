// What reading one typed value comes to: a stored value, or what is wrong with it.
import type { BuiltInCode } from '../error-catalogue/built-in-errors.js';
import type { MessageParameters, Words } from '../refusal-words/message-parameters.js';
import type { Field, Limits } from '../model/specification.js';
import type { Scalar } from '../model/stored-value.js';

export interface InvalidValue {
  readonly code: BuiltInCode;
  readonly with: MessageParameters;
}

export type ParseResult<T = Scalar> = { readonly value: T } | { readonly wrong: InvalidValue };

/** What reading a value may depend on besides the field. */
export interface ParseContext {
  readonly limits: Limits;
  readonly timeZone: string;
  /** Locale of the notation of numbers; undefined: plain notation. */
  readonly locale?: string;
  /** Entity → ids that exist. */
  readonly records: ReadonlyMap<string, ReadonlySet<string>>;
  readonly people: ReadonlySet<string>;
  /** People who cannot be chosen any more. */
  readonly fromLogs: ReadonlySet<string>;
  /** Roles by person; undefined: not checked, as in imports. */
  readonly rolesOf?: ReadonlyMap<string, readonly string[]>;
  readonly roleTitles?: (roles: readonly string[]) => Words;
}

export type ValueReader = (field: Field, raw: unknown, reading: ParseContext) => ParseResult;

export const acceptValue = <T>(stored: T): ParseResult<T> => ({ value: stored });
export const rejectValue = (
  code: BuiltInCode,
  words: MessageParameters = {},
): { readonly wrong: InvalidValue } => ({
  wrong: { code, with: words },
});
export const rejectType = (expected: Words, example: Words) =>
  rejectValue('WRONG_TYPE', { expected, example });

export const EMPTY: ParseResult<null> = acceptValue(null);
