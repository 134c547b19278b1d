import { Temporal } from 'temporal-polyfill';
import type { TokenRequest } from '#identity/api-tokens.js';
import { createInvalidEntryRefusal } from '#domain/create-reason.js';
import { createPhrase } from '#specification/refusal-words/phrases.js';
import { EXPIRES_ON_DAY, TOKEN_LIFETIMES, type TypedToken } from '#views/view-models/tokens.js';
import type { Form } from '../http/request-body.js';

const DAY_MS = 24 * 3_600_000;

export const NOTHING_TYPED: TypedToken = {
  name: '',
  access: 'read',
  application: '',
  administration: false,
  expires: '90',
  until: '',
};

export const readTypedToken = ({
  name,
  access,
  application,
  administration,
  expires,
  until,
}: Form): TypedToken => ({
  name: name ?? '',
  access: access ?? '',
  application: application ?? '',
  administration: administration === 'true',
  expires: expires ?? '',
  until: until ?? '',
});

/** Throws `Refused`. */
export function toTokenRequest(
  { name, access, application, administration, expires, until }: TypedToken,
  { now, timeZone }: { readonly now: string; readonly timeZone: string },
): TokenRequest {
  return {
    name,
    // Anything else gets the least.
    access: access === 'write' ? 'write' : 'read',
    application: application === '' ? null : application,
    administration,
    until: (TOKEN_LIFETIMES as readonly string[]).includes(expires)
      ? new Date(Date.parse(now) + Number(expires) * DAY_MS).toISOString()
      : endOfDay(expires === EXPIRES_ON_DAY ? until : '', timeZone),
  };
}

function endOfDay(day: string, timeZone: string): string {
  try {
    return Temporal.PlainDate.from(day)
      .add({ days: 1 })
      .toZonedDateTime({ timeZone })
      .toInstant()
      .toString({ smallestUnit: 'millisecond' });
  } catch {
    throw createInvalidEntryRefusal('until', createPhrase('entry.token-day'));
  }
}
