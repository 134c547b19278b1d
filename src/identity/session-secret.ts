// What session cookies are sealed with: made on the first start, kept in the data folder, readable by its owner only.
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFileOnce } from '../platform/create-file-once.js';

/** The message says what to do. */
export class SessionSecretUnusable extends Error {
  override readonly name = 'SessionSecretUnusable';
}

/** Characters; iron-session takes no shorter password. */
const SHORTEST = 32;

/**
 * The secret from DAYBOOK_SESSION_SECRET, or else from `<data>/session.secret`.
 * Throws `SessionSecretUnusable` where the file is damaged, or where the environment names one that is too short.
 */
export function readSessionSecret(data: string, environment = process.env): string {
  const named = environment['DAYBOOK_SESSION_SECRET'];
  if (named === undefined || named === '') return fromFile(data);
  if (named.length < SHORTEST)
    throw new SessionSecretUnusable(
      `DAYBOOK_SESSION_SECRET is too short: use ${SHORTEST} characters or more`,
    );
  return named;
}

function fromFile(data: string): string {
  const path = join(data, 'session.secret');
  if (!existsSync(path)) createFileOnce(path, randomBytes(48).toString('base64url'));
  const secret = readFileSync(path, 'utf8').trim();
  if (secret.length < SHORTEST)
    throw new SessionSecretUnusable(`${path} is damaged: remove it, and everybody signs in again`);
  return secret;
}
