// A link by which a person chooses a password: the log holds the digest of its secret, and it counts once.
import { createBuiltInReason } from '../refusal-reason.js';
import { Refused } from '../refusal.js';

export interface OneTimeLink {
  /** SHA-256 of the secret, in hex. The secret is 256 random-looking bits: nothing is to be guessed from it. */
  readonly digest: string;
  /** ISO 8601 instant from which it counts for nothing. */
  readonly until: string;
}

/** Throws `Refused` LINK_SPENT: another link, used already, too old, or never made. */
export function assertLinkUsable(link: OneTimeLink | undefined, digest: string, now: string): void {
  if (link?.digest !== digest || Date.parse(now) >= Date.parse(link.until))
    throw new Refused([createBuiltInReason('LINK_SPENT')]);
}
