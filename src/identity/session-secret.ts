import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFileOnce } from '../platform/create-file-once.js';

/** Seals session cookies and one-time links. */
export const SESSION_SECRET = Symbol('SESSION_SECRET');

export class SessionSecretUnusable extends Error {
  override readonly name = 'SessionSecretUnusable';
}

/** iron-session accepts no shorter password. */
const MIN_SECRET_LENGTH = 32;

/** Creates `<data>/session.secret` on the first start. Throws `SessionSecretUnusable` if the file is damaged. */
export function readSessionSecret(data: string): string {
  const path = join(data, 'session.secret');
  if (!existsSync(path)) createFileOnce(path, randomBytes(48).toString('base64url'));
  const secret = readFileSync(path, 'utf8').trim();
  if (secret.length < MIN_SECRET_LENGTH)
    throw new SessionSecretUnusable(`${path} is damaged: remove it, and everybody signs in again`);
  return secret;
}
