// Compares passwords, in the same time whether or not there is such a person.
import { verify } from '@node-rs/argon2';
import { hashPassword } from '../command-handling/people/hash-password.js';

/** No password is longer: hashing megabytes would be a way to keep the server busy. */
const LONGEST = 1024;

let nobodys: Promise<string> | undefined;

/** `stored`: the argon2id hash in PHC string format; undefined where there is nobody or no password. */
export async function passwordMatches(stored: string | undefined, typed: string): Promise<boolean> {
  const ofNobody = await (nobodys ??= hashPassword('the password of nobody'));
  const matches = await verify(stored ?? ofNobody, typed.slice(0, LONGEST));
  return matches && stored !== undefined && typed.length <= LONGEST;
}
