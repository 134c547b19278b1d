// What a reader's thread is told, and what it tells. Errors lose their kind between threads: it is told by name.
import {
  BadCursor,
  BadQuery,
  DamagedGeneration,
  GenerationInUse,
} from '#projections/port/read-model-errors.js';
import type { CollectionQuery } from '../collection-query.js';

export interface QueryOnFile {
  readonly path: string;
  readonly question: CollectionQuery;
}

export type ReaderRequest =
  /** Several of one page: crossing between threads costs more than most answers. */
  | { readonly number: number; readonly put: readonly QueryOnFile[] }
  /** To close the file: it is about to be removed, or nobody asks for it any more. */
  | { readonly number: number; readonly release: string };

/** In the order of the questions. */
export interface ReaderResponse {
  readonly number: number;
  readonly outcomes: readonly ReaderOutcome[];
}

export type ReaderOutcome =
  | { readonly answer: unknown }
  /** The file is not there any more. */
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
