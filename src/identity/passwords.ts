// Compares passwords, in the same time whether or not there is such a person.
import { verify } from '@node-rs/argon2';
import { normalizePassword } from '../domain/user/password.js';
import { hashPassword } from '../command-handling/people/passwords/hash-password.js';

/** No password is longer: hashing megabytes would be a way to keep the server busy. */
const LONGEST = 1024;

let nobodys: Promise<string> | undefined;

/** `stored`: the argon2id hash in PHC string format; undefined where there is nobody or no password. */
export async function passwordMatches(stored: string | undefined, typed: string): Promise<boolean> {
  const ofNobody = await (nobodys ??= hashPassword('the password of nobody'));
  const short = typed.slice(0, LONGEST);
  // Older passwords were hashed as they were typed.
  const forms = [...new Set([normalizePassword(short), short])];
  let matches = false;
  for (const form of forms) matches ||= await verify(stored ?? ofNobody, form);
  return matches && stored !== undefined && typed.length <= LONGEST;
}
