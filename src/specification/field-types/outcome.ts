// What reading one typed value comes to: a stored value, or what is wrong with it.
import type { BuiltInCode } from '../built-in-errors.js';
import type { Field, Limits } from '../specification.js';
import type { Scalar } from '../value.js';

type Words = Readonly<Record<string, string | number>>;

export interface Wrong {
  readonly code: BuiltInCode;
  readonly with: Words;
}

export type Outcome<T = Scalar> = { readonly value: T } | { readonly wrong: Wrong };

/** What reading a value may depend on besides the field. */
export interface Reading {
  readonly limits: Limits;
  readonly timeZone: string;
  /** The locale whose notation numbers are written in; undefined: they are written plainly, as programs do. */
  readonly locale?: string;
  /** Entity → ids that exist. */
  readonly records: ReadonlyMap<string, ReadonlySet<string>>;
  readonly people: ReadonlySet<string>;
  /** Of these people, those nobody may be pointed to any more. */
  readonly fromLogs: ReadonlySet<string>;
  /** Roles of these people; undefined: nobody asks, as in a history. */
  readonly rolesOf?: ReadonlyMap<string, readonly string[]>;
  readonly roleTitles?: (roles: readonly string[]) => string;
}

export type Reader = (field: Field, raw: unknown, reading: Reading) => Outcome;

export const value = <T>(stored: T): Outcome<T> => ({ value: stored });
export const wrong = (code: BuiltInCode, words: Words = {}): { readonly wrong: Wrong } => ({
  wrong: { code, with: words },
});
export const wrongType = (expected: string, example: string) => wrong('WRONG_TYPE', { expected, example });

export const EMPTY: Outcome<null> = value(null);
