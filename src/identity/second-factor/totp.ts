// Time-based codes (RFC 6238), as authenticator apps compute them.
import { Secret, TOTP } from 'otpauth';

const PERIOD_S = 30;
const DIGITS = 6;
/** Steps before and after: clocks of phones differ, and typing takes time. */
const WINDOW = 1;
const SECRET_BYTES = 20;

export const TOTP_CODE = /^\d{6}$/;

/** Base32 */
export const createTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

const openTotp = (secret: string, named: { readonly issuer?: string; readonly label?: string } = {}): TOTP =>
  new TOTP({
    ...named,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: DIGITS,
    period: PERIOD_S,
  });

/** `otpauth://…`, for the QR code. */
export const createTotpUri = (
  secret: string,
  named: { readonly issuer: string; readonly label: string },
): string => openTotp(secret, named).toString();

/** The time step that the code is of; undefined: wrong or too old. `now`: milliseconds since 1970. */
export function findTimeStep(secret: string, code: string, now: number): number | undefined {
  if (!TOTP_CODE.test(code)) return undefined;
  const delta = openTotp(secret).validate({ token: code, timestamp: now, window: WINDOW });
  return delta === null ? undefined : Math.floor(now / 1000 / PERIOD_S) + delta;
}
