// Secrets of one-time links: every process works out the same, and nobody else can. The log holds their digests at most.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** For use in an address. `purpose`: what the link is for, down to the command that made it. */
export function makeLinkSecret(installation: string, purpose: string): string {
  return createHmac('sha256', installation).update(purpose).digest('base64url');
}

/** In hex, as the log has it. */
export const digestSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** In the same time wherever they differ. */
export function isSameSecret(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(digestSecret(one)), Buffer.from(digestSecret(other)));
}
