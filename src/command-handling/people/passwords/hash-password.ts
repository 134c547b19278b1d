// argon2id with OWASP's parameters (19 MiB, two passes, one lane).
import { hash, verify } from '@node-rs/argon2';
import { normalizePassword } from '#domain/user/password-policy.js';

/** PHC string. */
export async function hashPassword(password: string): Promise<string> {
  return hash(normalizePassword(password), { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
}

export async function verifyPassword(hashed: string, password: string): Promise<boolean> {
  return verify(hashed, normalizePassword(password));
}
