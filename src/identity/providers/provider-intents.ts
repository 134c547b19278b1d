// What somebody went to a provider for, in a sealed cookie until they come back.
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { createLruCacheOptions } from '#platform/lru-cache-options.js';
import { CLOCK, type Clock } from '../../ports/clock.js';
import { Seals } from '../seals.js';
import type { SignedInPerson } from '../signed-in-person.js';
import { ProviderClient, type ProvedIdentity } from './provider-client.js';
import { ProviderRefused } from './provider-error.js';
import type { SignInProvider } from './sign-in-provider.js';

export interface BegunProviderSignIn {
  /** Address at the provider. */
  readonly url: string;
  /** Sealed. */
  readonly cookie: string;
}

export interface ReturnFromProvider {
  /** As the browser called it, with the query. */
  readonly url: string;
  readonly cookie: string | undefined;
  readonly viewer: SignedInPerson | undefined;
}

const INTENT = {
  name: 'sign-in by a provider',
  schema: z.object({
    provider: z.string(),
    next: z.string(),
    state: z.string(),
    nonce: z.string(),
    verifier: z.string(),
    /** ISO 8601. undefined: of a version before. */
    begunAt: z.string().optional(),
    /** Links the account of this session instead of signing in. */
    link: z.object({ person: z.string(), session: z.number().optional() }).optional(),
    /** Confirms a signature of this session instead; `since`: seconds since 1970. */
    signing: z
      .object({ person: z.string(), session: z.number(), command: z.string(), since: z.number() })
      .optional(),
  }),
};
type ProviderIntent = z.output<typeof INTENT.schema>;

export const PROVIDER_SIGN_IN_LIFETIME_MS = 10 * 60_000;

@Injectable()
export class ProviderIntents {
  /** Providers refuse used codes; this spares them the request. */
  private readonly usedStates = new LRUCache<string, true>({
    ...createLruCacheOptions(10_000),
    ttl: PROVIDER_SIGN_IN_LIFETIME_MS,
  });

  constructor(
    private readonly client: ProviderClient,
    private readonly seals: Seals,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Throws `ProviderRefused`. */
  async begin(
    provider: SignInProvider,
    redirectUri: string,
    what: Pick<ProviderIntent, 'next' | 'link' | 'signing'>,
  ): Promise<BegunProviderSignIn> {
    const begunAt = this.clock();
    const again = what.signing !== undefined;
    const { url, ...checks } = await this.client.begin(provider, redirectUri, { again });
    const intent: ProviderIntent = { ...checks, provider: provider.key, begunAt, ...what };
    return { url, cookie: await this.seals.seal(INTENT, intent, PROVIDER_SIGN_IN_LIFETIME_MS) };
  }

  /** Once. Throws `ProviderRefused`. */
  async finish(
    provider: SignInProvider,
    returned: ReturnFromProvider,
  ): Promise<{ readonly intent: ProviderIntent; readonly proved: ProvedIdentity }> {
    const intent = await this.read(provider, returned);
    return { intent, proved: await this.client.finish(provider, returned.url, intent) };
  }

  /** Throws `ProviderRefused` PROVIDER_SIGN_IN_EXPIRED. */
  private async read(
    provider: SignInProvider,
    { url, cookie, viewer }: ReturnFromProvider,
  ): Promise<ProviderIntent> {
    const intent = await this.seals.open(INTENT, cookie);
    const isOwn =
      intent?.provider === provider.key && new URL(url).searchParams.get('state') === intent.state;
    if (!isOwn || this.usedStates.has(intent.state))
      throw new ProviderRefused('PROVIDER_SIGN_IN_EXPIRED', provider);
    this.usedStates.set(intent.state, true);
    const { link, signing } = intent;
    const own = link ?? signing;
    if (own && (viewer?.id !== own.person || viewer.session !== own.session))
      throw new ProviderRefused('PROVIDER_SIGN_IN_EXPIRED', provider);
    return intent;
  }
}
