import type { BuiltInCode } from '../built-in-errors/built-in-errors.js';
import type { MessageParameters, MessageParameter } from '../refusal-words/phrases.js';
import type { Field, Limits } from '../model/specification.js';
import type { Scalar } from '../model/stored-value.js';

export interface InvalidValue {
  readonly code: BuiltInCode;
  readonly with: MessageParameters;
}

export type ParseResult<T = Scalar> = { readonly value: T } | { readonly wrong: InvalidValue };

export interface ParseContext {
  readonly limits: Limits;
  readonly timeZone: string;
  /** Undefined: plain notation. */
  readonly locale?: string;
  /** Entity → existing ids. */
  readonly records: ReadonlyMap<string, ReadonlySet<string>>;
  readonly people: ReadonlySet<string>;
  /** They can no longer be chosen. */
  readonly fromLogs: ReadonlySet<string>;
  /** undefined: not checked, as in imports. */
  readonly rolesOf?: ReadonlyMap<string, readonly string[]>;
  readonly roleTitles?: (roles: readonly string[]) => MessageParameter;
}

export type ValueReader = (field: Field, raw: unknown, reading: ParseContext) => ParseResult;

export const acceptValue = <T>(stored: T): ParseResult<T> => ({ value: stored });
export const rejectValue = (
  code: BuiltInCode,
  words: MessageParameters = {},
): { readonly wrong: InvalidValue } => ({
  wrong: { code, with: words },
});
export const rejectType = (expected: MessageParameter, example: MessageParameter) =>
  rejectValue('WRONG_TYPE', { expected, example });

export const EMPTY: ParseResult<null> = acceptValue(null);
