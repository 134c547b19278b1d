// Errors lose their class between threads, so it travels as a name.
import {
  BadCursor,
  BadQuery,
  DamagedGeneration,
  GenerationInUse,
} from '#projections/port/read-model-errors.js';
import type { CollectionQuery } from '../run-collection-query.js';

export interface GenerationFileQuery {
  readonly path: string;
  readonly query: CollectionQuery;
}

export type ReaderRequest =
  /** Several per message, since crossing threads costs more than most answers. */
  | { readonly number: number; readonly put: readonly GenerationFileQuery[] }
  /** Before the file is removed, or when unused. */
  | { readonly number: number; readonly release: string };

export interface ReaderResponse {
  readonly number: number;
  readonly outcomes: readonly ReaderOutcome[];
}

export type ReaderOutcome =
  | { readonly answer: unknown }
  /** The file is gone. */
  | { readonly gone: true }
  | { readonly failed: { readonly name: string; readonly message: string; readonly stack?: string } };

const KINDS = [BadCursor, BadQuery, DamagedGeneration, GenerationInUse];

export function toFailedOutcome(error: unknown): ReaderOutcome {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  const kind = KINDS.find((each) => error instanceof each);
  return { failed: { name: kind?.name ?? name, message, stack } };
}

export function toThrownError({
  name,
  message,
  stack,
}: Extract<ReaderOutcome, { failed: unknown }>['failed']): Error {
  const kind = KINDS.find((each) => each.name === name);
  return kind ? new kind(message) : Object.assign(new Error(message), { name, stack });
}
