// What a reader's thread is told, and what it tells. Errors lose their kind between threads: it is told by name.
import { BadCursor, BadQuery, DamagedGeneration, GenerationInUse } from '#projections/port/failures.js';
import type { Question } from '../question.js';

export interface Put {
  readonly path: string;
  readonly question: Question;
}

export type Told =
  /** Several of one page: crossing between threads costs more than most answers. */
  | { readonly number: number; readonly put: readonly Put[] }
  /** To close the file: it is about to be removed, or nobody asks for it any more. */
  | { readonly number: number; readonly release: string };

/** In the order of the questions. */
export interface Tells {
  readonly number: number;
  readonly outcomes: readonly Outcome[];
}

export type Outcome =
  | { readonly answer: unknown }
  /** The file is not there any more. */
  | { readonly gone: true }
  | { readonly failed: { readonly name: string; readonly message: string; readonly stack?: string } };

const KINDS = [BadCursor, BadQuery, DamagedGeneration, GenerationInUse];

export function asTold(error: unknown): Outcome {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  const kind = KINDS.find((each) => error instanceof each);
  return { failed: { name: kind?.name ?? name, message, stack } };
}

export function asThrown({ name, message, stack }: Extract<Outcome, { failed: unknown }>['failed']): Error {
  const kind = KINDS.find((each) => each.name === name);
  return kind ? new kind(message) : Object.assign(new Error(message), { name, stack });
}
