// What a version answered, and what is missing of it in answers of today.
import { readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import type { Answer, Answers } from './answers.js';

export interface KeptAnswers {
  readonly at: string;
  /** Last position of the log. */
  readonly head: number;
  readonly answers: Readonly<Record<string, Pick<Answer, 'status' | 'values' | 'json'>>>;
}

export function keepAnswers(file: string, at: string, head: number, answers: Answers): void {
  const kept: KeptAnswers = {
    at,
    head,
    answers: Object.fromEntries(
      [...answers].map(([path, { status, values, json }]) => [path, { status, values, json }]),
    ),
  };
  writeFileSync(file, brotliCompressSync(JSON.stringify(kept)));
}

export const readKeptAnswers = (file: string): KeptAnswers =>
  JSON.parse(brotliDecompressSync(readFileSync(file)).toString()) as KeptAnswers;

/** Members may be added; what was answered stays. Returns paths such as `items.3.title`. */
export function findLost(before: unknown, after: unknown, path = ''): readonly string[] {
  if (Array.isArray(before)) {
    if (!Array.isArray(after)) return [path];
    const now = new Map(after.map((each, index) => [keyOf(each, index), each as unknown]));
    return before.flatMap((each, index) => {
      const key = keyOf(each, index);
      return findLost(each, now.get(key), `${path}.${key}`);
    });
  }
  if (typeof before !== 'object' || before === null)
    return before === after ? [] : [`${path}: ${JSON.stringify(before)} is ${JSON.stringify(after)}`];
  if (typeof after !== 'object' || after === null) return [`${path}: is ${JSON.stringify(after)}`];
  return Object.entries(before).flatMap(([name, value]) =>
    findLost(value, (after as Readonly<Record<string, unknown>>)[name], `${path}.${name}`),
  );
}

function keyOf(each: unknown, index: number): string {
  const { position, id } = (each ?? {}) as { readonly position?: unknown; readonly id?: unknown };
  return String(position ?? id ?? index);
}
