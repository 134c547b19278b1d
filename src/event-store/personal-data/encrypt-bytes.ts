import { randomBytes, createCipheriv, createDecipheriv } from 'node:crypto';

const IV_BYTES = 12;

const TAG_BYTES = 16;

/** Returns 12 bytes IV, ciphertext, 16 bytes tag. `owner` is authenticated, not contained. */
export function encryptBytes(key: Uint8Array, owner: string, content: Uint8Array): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(owner));
  return Buffer.concat([iv, cipher.update(content), cipher.final(), cipher.getAuthTag()]);
}

/** undefined: wrong key or owner, or changed. */
export function decryptBytes(key: Uint8Array, owner: string, box: Buffer): Buffer | undefined {
  if (box.length < IV_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', key, box.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(owner)).setAuthTag(box.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(box.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]);
  } catch {
    return undefined;
  }
}
