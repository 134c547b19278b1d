// Headers of the JSON API: which version was read, and which command it is.
import { createHash } from 'node:crypto';
import type { Request } from 'express';
import { refused } from '../built-in.js';
import { whoAsks } from '../who-asks.js';

export const entityTag = (version: number): string => `"${version}"`;

/** The version in If-Match. Throws `Refused` VERSION_MISSING (428) where there is none. */
export function versionIn(request: Request): number {
  const match = /^(?:W\/)?"(\d{1,10})"$/.exec(request.headers['if-match']?.trim() ?? '');
  if (!match) throw refused('VERSION_MISSING');
  return Number(match[1]);
}

/** One key stands for one command of one person: another person's same key is another command. */
export function commandIdIn(request: Request): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || key.length < 1 || key.length > 255)
    throw refused('BAD_REQUEST', { why: 'Idempotency-Key has to have 1 to 255 characters' });
  return uuidOf(`command ${whoAsks(request).id} ${key}`);
}

/** The same command id opens the same record. */
export const recordOf = (commandId: string): string => uuidOf(`record ${commandId}`);

/** A UUID in the layout of version 8 (RFC 9562). */
function uuidOf(text: string): string {
  const bytes = createHash('sha256').update(text).digest();
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex', 0, 16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
