// Signing out at a provider ends the sessions that began there.
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import {
  digestIdentity,
  digestProviderSession,
  findPersonByIdentity,
} from '#command-handling/people/identities/claimed-identities.js';
import { EndProviderSessions } from '#domain/user/user-commands.js';
import type { EventStore } from '#event-store/event-store.js';
import type { PersonalData } from '#event-store/personal-data/personal-data.js';
import { createLruCacheOptions } from '#platform/lru-cache-options.js';
import { CLOCK, type Clock } from '../../ports/clock.js';
import { EVENT_STORE, PERSONAL_DATA } from '../../ports/storage-tokens.js';
import { IdentityCommands } from '../identity-commands.js';
import { InvalidLogoutToken, LOGOUT_TOKEN_LIFETIME_MS, type LogoutToken } from './logout-token.js';
import { ProviderClient } from './provider-client.js';
import type { SignInProvider } from './sign-in-provider.js';

/** The provider's clock may be behind. */
const CLOCK_SKEW_MS = 60_000;

@Injectable()
export class ProviderSignOut {
  /** Of this process; elsewhere the command is the same, which is recorded once. */
  private readonly usedTokens = new LRUCache<string, true>({
    ...createLruCacheOptions(10_000),
    ttl: LOGOUT_TOKEN_LIFETIME_MS,
  });

  @Inject(EVENT_STORE) private readonly store!: EventStore;
  @Inject(PERSONAL_DATA) private readonly personalData!: PersonalData;
  @Inject(CLOCK) private readonly clock!: Clock;

  constructor(
    private readonly client: ProviderClient,
    private readonly commands: IdentityCommands,
  ) {}

  /** Throws `InvalidLogoutToken`, or `ProviderRefused` if the provider's keys cannot be read. */
  async end(provider: SignInProvider, token: string, correlationId: string): Promise<void> {
    const logout = await this.client.readLogoutToken(provider, token, new Date(this.clock()));
    const once = JSON.stringify([logout.issuer, logout.id]);
    if (this.usedTokens.has(once)) throw new InvalidLogoutToken('jti was used before');
    this.usedTokens.set(once, true);
    try {
      await this.endSessions(logout, correlationId);
    } catch (error) {
      this.usedTokens.delete(once);
      throw error;
    }
  }

  private async endSessions(
    { issuer, subject, session, id: jti, issuedAt }: LogoutToken,
    correlationId: string,
  ): Promise<void> {
    const { store, personalData, commands } = this;
    const identity = digestIdentity({ personalData }, issuer, subject);
    const person = await findPersonByIdentity({ store, personalData }, identity);
    if (person === undefined) return;
    const which =
      session === undefined
        ? { until: new Date(issuedAt.getTime() + CLOCK_SKEW_MS).toISOString() }
        : { providerSession: digestProviderSession({ personalData }, issuer, session) };
    const commandId = personalData.digest(`logout token ${JSON.stringify([issuer, jti])}`);
    const context = { actor: 'system', commandId, correlationId };
    const { position } = await commands.send(
      new EndProviderSessions({
        id: person,
        identity,
        issuedAt: issuedAt.toISOString(),
        ...which,
        context,
      }),
    );
    await commands.waitFor(position).catch(() => false);
  }
}
