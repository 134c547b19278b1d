// A provider says by it that a person has signed out there: OpenID Connect Back-Channel Logout 1.0.
import { createRemoteJWKSet, decodeJwt, errors, jwtVerify, type JWTPayload } from 'jose';
import type { ServerMetadata } from 'openid-client';
import { isSameIssuer } from '#domain/user/linked-identities.js';
import type { SignInProvider } from './sign-in-provider.js';

export interface LogoutToken {
  readonly issuer: string;
  /** Unique for the issuer. */
  readonly id: string;
  readonly issuedAt: Date;
  readonly ended: EndedThere;
}

/** A subject alone: all its sessions. A session alone: whosever it is. */
export type EndedThere =
  | { readonly subject: string; readonly session: string | undefined }
  | { readonly subject: undefined; readonly session: string };

/** `message` is for the provider's log. */
export class InvalidLogoutToken extends Error {
  override readonly name = 'InvalidLogoutToken';
}

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const MAX_LENGTH = 10_000;
const CLOCK_SKEW_SECONDS = 60;
/** Some providers state no `exp`. */
const MAX_AGE_SECONDS = 5 * 60;
/** How long a token may be sent again. */
export const LOGOUT_TOKEN_LIFETIME_MS = (MAX_AGE_SECONDS + 2 * CLOCK_SKEW_SECONDS) * 1_000;
const TIMEOUT_MS = 10_000;
const TYPES = new Set([undefined, 'jwt', 'logout+jwt', 'application/logout+jwt']);
/** By key pairs: a secret that both know signs nothing. */
const ASYMMETRIC = /^(?:RS|PS|ES)(?:256|384|512)$|^(?:EdDSA|Ed25519)$/;
const KEYS_UNAVAILABLE = new Set(['ERR_JWKS_TIMEOUT', 'ERR_JOSE_GENERIC']);

/** Without a request to the provider, so that strangers cause none. Throws `InvalidLogoutToken`. */
export function assertLogoutTokenFor({ issuer, clientId }: SignInProvider, token: string): void {
  if (token === '' || token.length > MAX_LENGTH)
    throw new InvalidLogoutToken('logout_token is missing or too long');
  const { iss, aud } = decode(token);
  const isForUs = typeof iss === 'string' && isSameIssuer(iss, issuer) && [aud].flat().includes(clientId);
  if (!isForUs) throw new InvalidLogoutToken('iss or aud is another');
}

/** Throws `InvalidLogoutToken`, and what reading the provider's keys throws. */
export async function verifyLogoutToken(
  token: string,
  { metadata, clientId, now }: { metadata: ServerMetadata; clientId: string; now: Date },
): Promise<LogoutToken> {
  const keys = createRemoteJWKSet(new URL(metadata.jwks_uri ?? ''), { timeoutDuration: TIMEOUT_MS });
  const { payload, protectedHeader } = await jwtVerify(token, keys, {
    issuer: metadata.issuer,
    audience: clientId,
    algorithms: (metadata.id_token_signing_alg_values_supported ?? ['RS256']).filter((each) =>
      ASYMMETRIC.test(each),
    ),
    maxTokenAge: MAX_AGE_SECONDS,
    clockTolerance: CLOCK_SKEW_SECONDS,
    currentDate: now,
  }).catch((error: unknown) => {
    throw isOfToken(error) ? new InvalidLogoutToken(error.message) : error;
  });
  if (!TYPES.has(protectedHeader.typ?.toLowerCase())) throw new InvalidLogoutToken('typ is another');
  return readLogoutToken(payload);
}

function readLogoutToken({ iss, sub, sid, jti, iat, events, nonce }: JWTPayload): LogoutToken {
  // An ID token must never pass for one.
  if (nonce !== undefined) throw new InvalidLogoutToken('nonce is present');
  if (!isObject(events) || !isObject(events[EVENT])) throw new InvalidLogoutToken(`events has no ${EVENT}`);
  if (typeof jti !== 'string' || jti === '') throw new InvalidLogoutToken('jti is missing');
  return { issuer: iss!, id: jti, issuedAt: new Date(iat! * 1_000), ended: readEnded({ sub, sid }) };
}

function readEnded({ sub, sid }: Pick<JWTPayload, 'sub' | 'sid'>): EndedThere {
  if (sub !== undefined && (typeof sub !== 'string' || sub === ''))
    throw new InvalidLogoutToken('sub is no text');
  if (sid !== undefined && (typeof sid !== 'string' || sid === ''))
    throw new InvalidLogoutToken('sid is no text');
  if (sub !== undefined) return { subject: sub, session: sid };
  if (sid === undefined) throw new InvalidLogoutToken('sub and sid are missing');
  return { subject: undefined, session: sid };
}

function decode(token: string): JWTPayload {
  try {
    return decodeJwt(token);
  } catch {
    throw new InvalidLogoutToken('logout_token is no JWT');
  }
}

/** Otherwise the provider did not answer. */
const isOfToken = (error: unknown): error is Error =>
  error instanceof errors.JOSEError && !KEYS_UNAVAILABLE.has(error.code);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
