// Passwords are kept as argon2id hashes only, with the parameters OWASP recommends (19 MiB, two passes, one lane).
import { hash, verify } from '@node-rs/argon2';
import { normalizePassword } from '#domain/user/password.js';

/** In PHC string format; argon2id is the library's default. */
export async function hashPassword(password: string): Promise<string> {
  return hash(normalizePassword(password), { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
}

export async function verifyPassword(hashed: string, password: string): Promise<boolean> {
  return verify(hashed, normalizePassword(password));
}
