// The session at the provider, in a sealed cookie beside one's own, so that signing out ends both.
import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Seals } from '../seals.js';
import { SESSION_LIFETIME_MS } from '../sessions.js';
import { ProviderClient, type ProvedIdentity } from './provider-client.js';
import { SIGN_IN_PROVIDERS, type SignInProvider } from './sign-in-provider.js';

const AT_PROVIDER = {
  name: 'session at a provider',
  schema: z.object({ provider: z.string(), person: z.string(), idToken: z.string().optional() }),
};
/** Characters of an ID token that fits, sealed, into a cookie. */
const MAX_ID_TOKEN = 2_200;

@Injectable()
export class ProviderSessions {
  constructor(
    private readonly client: ProviderClient,
    private readonly seals: Seals,
    @Inject(SIGN_IN_PROVIDERS) private readonly providers: readonly SignInProvider[],
  ) {}

  async seal({ key }: SignInProvider, person: string, { idToken }: ProvedIdentity): Promise<string> {
    const session = { provider: key, person, ...(idToken.length <= MAX_ID_TOKEN && { idToken }) };
    return this.seals.seal(AT_PROVIDER, session, SESSION_LIFETIME_MS);
  }

  /** undefined: this person did not sign in by a provider, or there is nothing to sign out at. */
  async findSignOutUrl(
    atProvider: string | undefined,
    person: string | undefined,
    returnTo: string,
  ): Promise<string | undefined> {
    const session = await this.seals.open(AT_PROVIDER, atProvider);
    const provider = this.providers.find(({ key }) => key === session?.provider);
    if (!session || !provider || session.person !== person) return undefined;
    return this.client.findSignOutUrl(provider, { idToken: session.idToken, returnTo });
  }
}
