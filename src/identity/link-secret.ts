// Every process derives the same secrets; the log has only digests.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** Down to the command that makes the link. */
export function deriveLinkSecret(installation: string, purpose: string): string {
  return createHmac('sha256', installation).update(purpose).digest('base64url');
}

/** Hex */
export const digestSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** Constant time. */
export function isSameSecret(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(digestSecret(one)), Buffer.from(digestSecret(other)));
}
