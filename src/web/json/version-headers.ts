// Headers of the JSON API: which version was read, and which command it is.
import type { Request } from 'express';
import { deriveUuid } from '#command-handling/pipeline/command-digests.js';
import { builtInRefusal } from '../built-in-refusal.js';
import { requireViewer } from '../authorization/commands.js';

export const entityTag = (version: number): string => `"${version}"`;

/** The version in If-Match. Throws `Refused` VERSION_MISSING (428) where there is none. */
export function versionIn(request: Request): number {
  const match = /^(?:W\/)?"(\d{1,10})"$/.exec(request.headers['if-match']?.trim() ?? '');
  if (!match) throw builtInRefusal('VERSION_MISSING');
  return Number(match[1]);
}

/** One key stands for one command of one person: another person's same key is another command. */
export function commandIdIn(request: Request): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || key.length < 1 || key.length > 255)
    throw builtInRefusal('BAD_REQUEST', { why: 'Idempotency-Key has to have 1 to 255 characters' });
  return deriveUuid(`command ${requireViewer(request).id} ${key}`);
}

/** The same command id opens the same record. */
export const recordIdOf = (commandId: string): string => deriveUuid(`record ${commandId}`);
