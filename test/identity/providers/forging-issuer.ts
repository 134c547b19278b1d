// A provider of OpenID Connect that answers what a test wants, also what no provider should.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type CryptoKey, type JWK } from 'jose';

export interface TokenWish {
  readonly claims?: Readonly<Record<string, unknown>>;
  /** Seconds since 1970. */
  readonly expires?: number;
  readonly unsigned?: boolean;
  /** Signed by a key that the provider does not publish. */
  readonly foreignKey?: boolean;
}

export interface ForgingIssuer {
  readonly issuer: string;
  /** What the next tokens say; `nonce` and the like are filled in. */
  wish: TokenWish;
  userInfo: Readonly<Record<string, unknown>>;
  /** Answers every request with 500. */
  broken: boolean;
  readonly requests: readonly string[];
  /** Publishes and uses a new key only. */
  turnKeys(): Promise<void>;
  /** A token with exactly these claims. */
  sign(
    claims: Readonly<Record<string, unknown>>,
    how?: Pick<TokenWish, 'unsigned' | 'foreignKey'> & { readonly typ?: string },
  ): Promise<string>;
  /** Allows the code once, as the answer to the authorization request at `url`. */
  authorize(url: string): { readonly code: string; readonly state: string };
  close(): Promise<void>;
}

interface Key {
  readonly id: string;
  readonly privateKey: CryptoKey;
  readonly jwk: JWK;
}

const ALGORITHM = 'RS256';
let keys = 0;

async function makeKey(): Promise<Key> {
  const { publicKey, privateKey } = await generateKeyPair(ALGORITHM);
  const id = `key-${(keys += 1)}`;
  return { id, privateKey, jwk: { ...(await exportJWK(publicKey)), kid: id, alg: ALGORITHM, use: 'sig' } };
}

export async function startForgingIssuer(): Promise<ForgingIssuer> {
  let key = await makeKey();
  const foreign = await makeKey();
  const codes = new Map<string, { readonly nonce: string; readonly client: string }>();
  const requests: string[] = [];
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const state = { wish: {} as TokenWish, userInfo: {} as Readonly<Record<string, unknown>>, broken: false };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url!, issuer);
    requests.push(pathname);
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (state.broken) return void send(500, {});
    switch (pathname) {
      case '/.well-known/openid-configuration':
      case '/other/.well-known/openid-configuration':
        return void send(200, {
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/jwks`,
          userinfo_endpoint: `${issuer}/userinfo`,
          end_session_endpoint: `${issuer}/end`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: [ALGORITHM],
          authorization_response_iss_parameter_supported: false,
        });
      case '/jwks':
        return void send(200, { keys: [key.jwk] });
      case '/userinfo':
        return void send(200, { sub: 'subject-1', ...state.userInfo });
      case '/token': {
        const chunks: Buffer[] = [];
        for await (const chunk of request) chunks.push(chunk as Buffer);
        const code = new URLSearchParams(Buffer.concat(chunks).toString()).get('code') ?? '';
        const known = codes.get(code);
        codes.delete(code);
        if (!known) return void send(400, { error: 'invalid_grant' });
        const idToken = await makeToken(known);
        return void send(200, {
          access_token: 'access',
          token_type: 'Bearer',
          expires_in: 60,
          id_token: idToken,
        });
      }
      default:
        return void send(404, {});
    }
  }

  async function makeToken({ nonce, client }: { readonly nonce: string; readonly client: string }) {
    const { claims = {}, expires, unsigned, foreignKey } = state.wish;
    const now = Math.floor(Date.now() / 1000);
    const payload = {
      iss: issuer,
      aud: client,
      sub: 'subject-1',
      nonce,
      iat: now,
      exp: expires ?? now + 60,
      ...claims,
    };
    return sign(payload, { ...(unsigned && { unsigned }), ...(foreignKey && { foreignKey }) });
  }

  async function sign(
    claims: Readonly<Record<string, unknown>>,
    { unsigned, foreignKey, typ }: Parameters<ForgingIssuer['sign']>[1] = {},
  ): Promise<string> {
    if (unsigned) return new UnsecuredJWT(claims).encode();
    const { id, privateKey } = foreignKey ? { ...foreign, id: key.id } : key;
    const header = { alg: ALGORITHM, kid: id, ...(typ !== undefined && { typ }) };
    return new SignJWT(claims).setProtectedHeader(header).sign(privateKey);
  }

  return Object.assign(state, {
    issuer,
    requests,
    sign,
    async turnKeys() {
      key = await makeKey();
    },
    authorize(url: string) {
      const asked = new URL(url).searchParams;
      const code = `code-${codes.size}-${asked.get('state')}`;
      codes.set(code, { nonce: asked.get('nonce')!, client: asked.get('client_id')! });
      return { code, state: asked.get('state')! };
    },
    async close() {
      await new Promise((closed) => {
        server.close(closed);
        server.closeAllConnections();
      });
    },
  });
}
