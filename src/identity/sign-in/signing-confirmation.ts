// People without a password confirm at their provider that it is them, once for each signature.
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { v7 as uuid } from 'uuid';
import { z } from 'zod';
import { readUser } from '#command-handling/pipeline/acting-person.js';
import { EventStoreUnavailable, type EventStore } from '#event-store/event-store.js';
import type { PersonalData } from '#event-store/personal-data/personal-data.js';
import { EVENT_STORE, PERSONAL_DATA } from '#ports/storage-tokens.js';
import { createLruCacheOptions } from '#platform/lru-cache-options.js';
import { withTimeout } from '#platform/timeouts.js';
import { isSameIssuer } from '#domain/user/linked-identities.js';
import { SIGN_IN_PROVIDERS, type SignInProvider } from '../providers/sign-in-provider.js';
import { Seals } from '../seals.js';
import type { SignedInPerson } from '../signed-in-person.js';

/** What a person without a password does to sign: confirm at a provider, link an account there first, or ask for a password. */
export type WayToSign = 'confirm' | 'link' | 'ask';

export const SIGNING_CONFIRMATION_LIFETIME_MS = 5 * 60_000;

/** How command ids of forms about a second factor begin: what was confirmed for one signs no record, and the other way round. */
export const SECOND_FACTOR_COMMAND = 'second-factor-';

/** What a form sends along. */
export interface SentConfirmation {
  /** Of the cookie. */
  readonly seal: string | undefined;
  /** Command id of the form, for which alone it was confirmed. */
  readonly command: string | undefined;
  /** Digest of the form. */
  readonly form: string;
}

const DISPLAY_TIMEOUT_MS = 1_000;

const CONFIRMED = {
  name: 'signing confirmed at a provider',
  schema: z.object({ id: z.string(), person: z.string(), session: z.number(), command: z.string() }),
};
type Confirmed = z.output<typeof CONFIRMED.schema>;

@Injectable()
export class SigningConfirmation {
  /**
   * Id → form. Sent twice, a form is the same signature; another one with its command id is confirmed anew. Not by the
   * seal: the same one can be written in several ways.
   */
  private readonly usedBy = new LRUCache<string, string>({
    ...createLruCacheOptions(10_000),
    ttl: SIGNING_CONFIRMATION_LIFETIME_MS,
  });

  @Inject(SIGN_IN_PROVIDERS) private readonly providers!: readonly SignInProvider[];
  @Inject(EVENT_STORE) private readonly store!: EventStore;
  @Inject(PERSONAL_DATA) private readonly personalData!: PersonalData;

  constructor(private readonly seals: Seals) {}

  /** The first that the person signs in by, from the log. undefined: none. */
  async findProvider(person: string): Promise<SignInProvider | undefined> {
    const { store, personalData } = this;
    const state = await readUser({ store, personalData }, person);
    if (state.status !== 'registered') return undefined;
    const issuers = state.identities.map(({ issuer }) => issuer);
    return this.providers.find((each) => issuers.some((issuer) => isSameIssuer(issuer, each.issuer)));
  }

  /** For display: where the log is not read in time, it is offered to confirm. */
  async findWayToSign(person: string): Promise<WayToSign> {
    if (this.providers.length === 0) return 'ask';
    try {
      const late = () => new EventStoreUnavailable('late');
      return (await withTimeout(DISPLAY_TIMEOUT_MS, this.findProvider(person), late)) ? 'confirm' : 'link';
    } catch (error) {
      if (error instanceof EventStoreUnavailable) return 'confirm';
      throw error;
    }
  }

  /** Value of the cookie. */
  async seal(of: Omit<Confirmed, 'id'>): Promise<string> {
    return this.seals.seal(CONFIRMED, { id: uuid(), ...of }, SIGNING_CONFIRMATION_LIFETIME_MS);
  }

  async isConfirmed(
    { id, session }: Pick<SignedInPerson, 'id' | 'session'>,
    { seal, command, form }: SentConfirmation,
  ): Promise<boolean> {
    const confirmed = await this.seals.open(CONFIRMED, seal);
    if (!confirmed || confirmed.person !== id || confirmed.session !== session) return false;
    if (confirmed.command !== command) return false;
    const usedBy = this.usedBy.get(confirmed.id) ?? form;
    this.usedBy.set(confirmed.id, usedBy);
    return usedBy === form;
  }
}
