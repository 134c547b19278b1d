// Sends in steps that yield to the event loop.
import type { Response } from 'express';
import { startTimeSlice } from '#platform/cooperative-scheduler.js';
import { addBasePathToAddresses } from '../addresses/json-address.js';
import { createBuiltInRefusal } from '../create-built-in-refusal.js';

const MB = 1_000_000;
/** Of responses held in memory. */
export const MAX_BUFFERED_BYTES = 16 * MB;

export interface ResponseBody {
  /** Media type. */
  readonly type: string;
  /** Content-Disposition. */
  readonly disposition?: string;
  readonly pieces: Iterable<string>;
}

/** Throws `Refused` ANSWER_TOO_LARGE, before anything is sent. */
export async function sendBody(
  response: Response,
  { type, disposition, pieces }: ResponseBody,
): Promise<void> {
  const parts: Buffer[] = [];
  const letOthers = startTimeSlice();
  let length = 0;
  for (const piece of pieces) {
    const part = Buffer.from(piece);
    length += part.length;
    assertAnswerSize(length);
    parts.push(part);
    const others = letOthers();
    if (others) await others;
    if (response.destroyed) return;
  }
  response.setHeader('Content-Type', type);
  response.setHeader('Content-Length', length);
  if (disposition !== undefined) response.setHeader('Content-Disposition', disposition);
  response.setHeader('Cache-Control', 'no-store');
  response.end(response.req.method === 'HEAD' ? undefined : Buffer.concat(parts));
}

/** Throws `Refused` ANSWER_TOO_LARGE. */
export function assertAnswerSize(length: number): void {
  if (length > MAX_BUFFERED_BYTES)
    throw createBuiltInRefusal('ANSWER_TOO_LARGE', { most: `${MAX_BUFFERED_BYTES / MB} MB` });
}

/** Deeper values are serialized in one piece. */
const LEVELS = 2;

/** Concatenated, the pieces equal `JSON.stringify`, with `basePath` in each `JsonAddress`. */
export function jsonPieces(value: unknown, basePath = ''): Iterable<string> {
  const replace = basePath === '' ? undefined : addBasePathToAddresses(basePath);
  return valuePieces(value, LEVELS, (each) => JSON.stringify(each, replace) ?? 'null');
}

type Stringify = (value: unknown) => string;

function* valuePieces(value: unknown, levels: number, stringify: Stringify): Iterable<string> {
  if (levels === 0 || !isContainer(value)) yield stringify(value);
  else if (Array.isArray(value)) yield* listPieces(value, levels - 1, stringify);
  else yield* objectPieces(value, levels - 1, stringify);
}

function* listPieces(items: readonly unknown[], levels: number, stringify: Stringify): Iterable<string> {
  yield '[';
  for (const [index, item] of items.entries()) {
    if (index > 0) yield ',';
    yield* valuePieces(item, levels, stringify);
  }
  yield ']';
}

function* objectPieces(value: object, levels: number, stringify: Stringify): Iterable<string> {
  let isFirst = true;
  yield '{';
  for (const [key, member] of Object.entries(value)) {
    if (NO_JSON.has(typeof member)) continue;
    yield `${isFirst ? '' : ','}${JSON.stringify(key)}:`;
    isFirst = false;
    yield* valuePieces(member, levels, stringify);
  }
  yield '}';
}

const NO_JSON: ReadonlySet<string> = new Set(['undefined', 'function', 'symbol']);

const isContainer = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !('toJSON' in value);
