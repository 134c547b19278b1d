// A one-time link for choosing a password; the log holds only the digest of its secret.
import { createBuiltInReason } from '../refusal-reason.js';
import { Refused } from '../refusal.js';

export interface OneTimeLink {
  /** SHA-256 in hex; the secret has 256 bits and cannot be guessed. */
  readonly digest: string;
  readonly until: string;
}

/** Throws `Refused` LINK_SPENT for a used, expired or unknown link. */
export function assertLinkUsable(link: OneTimeLink | undefined, digest: string, now: string): void {
  if (link?.digest !== digest || Date.parse(now) >= Date.parse(link.until))
    throw new Refused([createBuiltInReason('LINK_SPENT')]);
}
