import { deriveUuid } from '#command-handling/pipeline/command-digests.js';
import { createBuiltInRefusal } from '../create-built-in-refusal.js';

export const entityTag = (version: number): string => `"${version}"`;

/** Throws `Refused` VERSION_MISSING (428). */
export function parseIfMatch(ifMatch: string | undefined): number {
  const match = /^(?:W\/)?"(\d{1,10})"$/.exec(ifMatch?.trim() ?? '');
  if (!match) throw createBuiltInRefusal('VERSION_MISSING');
  return Number(match[1]);
}

export const IDEMPOTENCY_KEY = 'idempotency-key';
export const IF_MATCH = 'if-match';

/** Keys are scoped to the person. */
export function deriveCommandId(
  key: string | undefined,
  viewer: { readonly id: string },
): string | undefined {
  if (key === undefined) return undefined;
  if (key.length < 1 || key.length > 255)
    throw createBuiltInRefusal('BAD_REQUEST', { why: 'Idempotency-Key has to have 1 to 255 characters' });
  return deriveUuid(`command ${viewer.id} ${key}`);
}

/** Deterministic, so that a retry creates the same record. */
export const deriveRecordId = (commandId: string): string => deriveUuid(`record ${commandId}`);
