// Speaks OpenID Connect: authorization code flow with PKCE, and signatures checked by the provider's present keys.
import { Injectable } from '@nestjs/common';
import * as client from 'openid-client';
import {
  assertLogoutTokenFor,
  InvalidLogoutToken,
  verifyLogoutToken,
  type LogoutToken,
} from './logout-token.js';
import { ProviderRefused, toProviderRefused } from './provider-error.js';
import { readDisplayNames, readGroups, type Claims } from './read-claims.js';
import type { SignInProvider } from './sign-in-provider.js';

export interface AuthorizationChecks {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export interface BegunAuthorization extends AuthorizationChecks {
  /** Address at the provider. */
  readonly url: string;
}

export interface ProvedIdentity {
  readonly issuer: string;
  readonly subject: string;
  /** The best first; not checked. */
  readonly names: readonly string[];
  /** undefined: unknown, so roles stay as they are. */
  readonly groups: readonly string[] | undefined;
  readonly idToken: string;
  /** Seconds since 1970; undefined: the provider does not say. */
  readonly authenticatedAt: number | undefined;
  /** `sid`; undefined: the provider states none. */
  readonly session: string | undefined;
}

const TIMEOUT_SECONDS = 10;

@Injectable()
export class ProviderClient {
  /** `again`: also a person who is signed in there gives the password there. Throws `ProviderRefused`. */
  async begin(
    provider: SignInProvider,
    redirectUri: string,
    { again = false } = {},
  ): Promise<BegunAuthorization> {
    try {
      const configuration = await discover(provider);
      const checks = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      };
      const url = client.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: provider.scopes.join(' '),
        state: checks.state,
        nonce: checks.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(checks.verifier),
        code_challenge_method: 'S256',
        ...(again && { prompt: 'login', max_age: '0' }),
      });
      return { ...checks, url: url.href };
    } catch (error) {
      throw toProviderRefused(error, provider);
    }
  }

  /** `callback`: the whole address that the provider sent the browser to. Throws `ProviderRefused`. */
  async finish(
    provider: SignInProvider,
    callback: string,
    { state, nonce, verifier }: AuthorizationChecks,
  ): Promise<ProvedIdentity> {
    try {
      const configuration = await discover(provider);
      const tokens = await client.authorizationCodeGrant(configuration, new URL(callback), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const proved = tokens.claims()!;
      const claims: Claims = {
        ...(await readUserInfo(configuration, tokens.access_token, proved.sub)),
        ...proved,
      };
      return {
        issuer: proved.iss,
        subject: proved.sub,
        names: readDisplayNames(claims, provider.nameClaim),
        groups: readGroups(claims, provider.groupsClaim),
        idToken: tokens.id_token!,
        authenticatedAt: proved.auth_time,
        session: typeof proved['sid'] === 'string' ? proved['sid'] : undefined,
      };
    } catch (error) {
      throw error instanceof ProviderRefused ? error : toProviderRefused(error, provider);
    }
  }

  /** Throws `InvalidLogoutToken`, and `ProviderRefused` if the provider's keys cannot be read. */
  async readLogoutToken(provider: SignInProvider, token: string, now: Date): Promise<LogoutToken> {
    assertLogoutTokenFor(provider, token);
    try {
      const metadata = (await discover(provider)).serverMetadata();
      return await verifyLogoutToken(token, { metadata, clientId: provider.clientId, now });
    } catch (error) {
      throw error instanceof InvalidLogoutToken ? error : toProviderRefused(error, provider);
    }
  }

  /** undefined: the provider has no address to sign out at. Throws `ProviderRefused`. */
  async findSignOutUrl(
    provider: SignInProvider,
    { idToken, returnTo }: { readonly idToken: string | undefined; readonly returnTo: string },
  ): Promise<string | undefined> {
    try {
      const configuration = await discover(provider);
      if (configuration.serverMetadata().end_session_endpoint === undefined) return undefined;
      return client.buildEndSessionUrl(configuration, {
        ...(idToken !== undefined && { id_token_hint: idToken }),
        post_logout_redirect_uri: returnTo,
      }).href;
    } catch (error) {
      throw toProviderRefused(error, provider);
    }
  }
}

/** Anew each time, so that keys and addresses are the present ones. */
async function discover({ issuer, clientId, clientSecret }: SignInProvider): Promise<client.Configuration> {
  const isInsecure = issuer.startsWith('http:');
  return client.discovery(new URL(issuer), clientId, clientSecret, undefined, {
    timeout: TIMEOUT_SECONDS,
    execute: [client.enableNonRepudiationChecks, ...(isInsecure ? [client.allowInsecureRequests] : [])],
  });
}

/** Many providers state groups and names only there. */
async function readUserInfo(
  configuration: client.Configuration,
  accessToken: string,
  subject: string,
): Promise<Claims> {
  if (configuration.serverMetadata().userinfo_endpoint === undefined) return {};
  return client.fetchUserInfo(configuration, accessToken, subject);
}
