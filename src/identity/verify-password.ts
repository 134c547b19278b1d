// Comparing takes the same time whether or not the person exists.
import { verify } from '@node-rs/argon2';
import { normalizePassword } from '../domain/user/password-policy.js';
import { hashPassword } from '../command-handling/people/passwords/hash-password.js';

/** Hashing megabytes keeps the server busy. */
const MAX_PASSWORD_LENGTH = 1024;

let pendingDummyHash: Promise<string> | undefined;

/** `stored`: argon2id, PHC string. */
export async function verifyPassword(stored: string | undefined, typed: string): Promise<boolean> {
  const dummyHash = await (pendingDummyHash ??= hashPassword('the password of nobody'));
  const truncated = typed.slice(0, MAX_PASSWORD_LENGTH);
  // Older passwords were hashed without normalisation.
  const forms = [...new Set([normalizePassword(truncated), truncated])];
  let matches = false;
  for (const form of forms) matches ||= await verify(stored ?? dummyHash, form);
  return matches && stored !== undefined && typed.length <= MAX_PASSWORD_LENGTH;
}
