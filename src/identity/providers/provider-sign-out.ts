// Signing out at a provider ends the sessions that began there.
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import {
  digestIdentity,
  digestProviderSession,
  findPersonByIdentity,
} from '#command-handling/people/identities/claimed-identities.js';
import { readUser } from '#command-handling/pipeline/acting-person.js';
import {
  createIdentitiesReadModel,
  identitiesProjection,
} from '#projections/read-models/identities/identities-projection.js';
import { createBuiltInReason } from '#domain/create-reason.js';
import { Refused } from '#domain/refusal.js';
import { EndProviderSessions } from '#domain/user/user-commands.js';
import type { EventStore } from '#event-store/event-store.js';
import type { PersonalData } from '#event-store/personal-data/personal-data.js';
import { createLruCacheOptions } from '#platform/lru-cache-options.js';
import { CLOCK, type Clock } from '../../ports/clock.js';
import { EVENT_STORE, PERSONAL_DATA } from '../../ports/storage-tokens.js';
import { PROJECTION_PROGRESS } from '../../query-handling/query-dependencies.js';
import type { ProjectionProgress } from '../../query-handling/projection-progress.js';
import { IdentityCommands } from '../identity-commands.js';
import { InvalidLogoutToken, LOGOUT_TOKEN_LIFETIME_MS, type LogoutToken } from './logout-token.js';
import { SESSION_LIFETIME_MS } from '../sessions.js';
import { ProviderClient } from './provider-client.js';
import type { SignInProvider } from './sign-in-provider.js';

const PATIENCE_MS = 2_000;
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
  @Inject(PROJECTION_PROGRESS)
  private readonly readModels!: Pick<ProjectionProgress, 'generation' | 'waitFor'>;

  constructor(
    private readonly client: ProviderClient,
    private readonly commands: IdentityCommands,
  ) {}

  /** Throws `InvalidLogoutToken`, `ProviderRefused` if the provider's keys cannot be read, or `Refused` UNAVAILABLE. */
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

  private async endSessions(logout: LogoutToken, correlationId: string): Promise<void> {
    const { issuer, id: jti, issuedAt: at, ended } = logout;
    const { personalData, commands } = this;
    const commandId = personalData.digest(`logout token ${JSON.stringify([issuer, jti])}`);
    const context = { actor: 'system', commandId, correlationId };
    const session = (sid: string) => digestProviderSession({ personalData }, issuer, sid);
    const about = { issuedAt: at.toISOString(), context };
    const payload =
      ended.subject === undefined
        ? { providerSession: session(ended.session), ...about }
        : {
            identity: digestIdentity({ personalData }, issuer, ended.subject),
            ...(ended.session === undefined
              ? { until: new Date(at.getTime() + CLOCK_SKEW_MS).toISOString() }
              : { providerSession: session(ended.session) }),
            ...about,
          };
    for (const id of await this.findPeople(issuer, payload)) {
      const { position } = await commands.send(new EndProviderSessions({ id, ...payload }));
      await commands.waitFor(position).catch(() => false);
    }
  }

  /** By a session alone: those who signed in by the provider within the lifetime of a session. Throws `Refused` UNAVAILABLE. */
  private async findPeople(
    issuer: string,
    { identity, providerSession }: { readonly identity?: string; readonly providerSession?: string },
  ): Promise<readonly string[]> {
    const { store, personalData } = this;
    if (identity !== undefined) {
      const person = await findPersonByIdentity({ store, personalData }, identity);
      return person === undefined ? [] : [person];
    }
    // Otherwise a session that began a moment ago would go on, while the provider takes it for ended.
    if (!(await this.readModels.waitFor(await store.head(), PATIENCE_MS, [identitiesProjection.name])))
      throw new Refused([createBuiltInReason('UNAVAILABLE')]);
    const since = new Date(Date.parse(this.clock()) - SESSION_LIFETIME_MS).toISOString();
    const recent = await createIdentitiesReadModel(this.readModels).listUsedSince(issuer, since);
    const found: string[] = [];
    for (const { id } of recent) {
      const state = await readUser({ store, personalData }, id);
      const sessions = state.status === 'registered' ? state.providerSessions : [];
      if (sessions.some((each) => each.providerSession === providerSession)) found.push(id);
    }
    return found;
  }
}
