// A whole provider, with pages of its own where people sign in; every password is right there.
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import { Provider } from 'oidc-provider';

export interface OpenIdProvider {
  readonly issuer: string;
  /** Sign-in name → groups. */
  readonly groups: Map<string, readonly string[]>;
  close(): Promise<void>;
}

const TEN_MINUTES = 600;
const ARTIFACTS = ['Interaction', 'Session', 'Grant', 'AccessToken', 'IdToken', 'AuthorizationCode'];

interface ClientSettings {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
  readonly signedOutUri: string;
  /** Called when a person signs out there. */
  readonly backchannelLogoutUri?: string;
}

export async function startOpenIdProvider(client: ClientSettings): Promise<OpenIdProvider> {
  const groups = new Map<string, readonly string[]>();
  let answer: RequestListener = () => undefined;
  const server = createServer((request, response) => answer(request, response));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: [client.redirectUri],
        post_logout_redirect_uris: [client.signedOutUri],
        ...(client.backchannelLogoutUri !== undefined && {
          backchannel_logout_uri: client.backchannelLogoutUri,
          backchannel_logout_session_required: true,
        }),
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig' }] },
    features: { backchannelLogout: { enabled: client.backchannelLogoutUri !== undefined } },
    // Its own calls nothing on this machine.
    fetch: (url: URL, { dispatcher: _, ...options }: RequestInit & { dispatcher?: unknown }) =>
      fetch(url, options),
    cookies: { keys: ['only for this test'] },
    ttl: Object.fromEntries(ARTIFACTS.map((each) => [each, TEN_MINUTES])),
    claims: { openid: ['sub'], profile: ['name', 'groups'] },
    findAccount: (_, id) => ({
      accountId: id,
      claims: () => ({ sub: id, name: `Person ${id}`, groups: groups.get(id) ?? [] }),
    }),
  });
  answer = provider.callback();
  return {
    issuer,
    groups,
    async close() {
      await new Promise((closed) => {
        server.close(closed);
        server.closeAllConnections();
      });
    },
  };
}

/** Free at this moment. */
export async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}
