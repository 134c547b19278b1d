// The log holds only a digest of the secret.
import { createBuiltInReason } from '../create-reason.js';
import { Refused } from '../refusal.js';

export interface OneTimeLink {
  /** SHA-256 in hex; the secret has 256 bits. */
  readonly digest: string;
  readonly until: string;
}

/** Throws `Refused` LINK_SPENT. */
export function assertLinkUsable(link: OneTimeLink | undefined, digest: string, now: string): void {
  if (link?.digest !== digest || Date.parse(now) >= Date.parse(link.until))
    throw new Refused([createBuiltInReason('LINK_SPENT')]);
}
