import {
  evaluateCallBody,
  renderCallUrl,
  renderCallText,
  renderMailText,
} from '#specification/cel/call-content.js';
import type { OpenedRecord } from '#domain/record/record-state.js';
import { getFieldType } from '#specification/field-types/find-field-type.js';
import type { CallBody, Scope } from '#specification/model/specification.js';
import { NotEvaluable } from '#specification/values/not-evaluable.js';
import { InvalidCallError, type RequestedCall } from './requested-call.js';
import { MissingSetupError } from './attempt-outcome.js';
import { parseSecretKey, buildSignedHeaders } from './webhook-signature.js';
import { isMailAddress } from '#domain/user/mail-address.js';

export interface OutgoingHttp {
  readonly method: string;
  readonly address: URL;
  /** Without attempt headers. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface OutgoingMail {
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
}

const MAX_BODY_BYTES = 1024 * 1024;

/** Throws `InvalidCallError`. */
export function buildHttpRequest(target: RequestedCall): OutgoingHttp {
  return making(() => {
    const { method, address, headers, body } = target.parts.http!;
    const { scope } = target;
    const json = body && JSON.stringify(evaluateCallBody(body, scope));
    if (json !== undefined && Buffer.byteLength(json) > MAX_BODY_BYTES)
      throw new InvalidCallError(`its body is larger than ${MAX_BODY_BYTES / 1024 / 1024} MB`);
    const written = headers.map(
      ([name, text]) => [name, headerValue(name, renderCallText(text, scope))] as const,
    );
    const own: Readonly<Record<string, string>> =
      json === undefined ? {} : { 'content-type': 'application/json' };
    return {
      method: method.toUpperCase(),
      address: addressOf(renderCallUrl(address, scope)),
      headers: { 'user-agent': 'Daybook', ...own, ...lowered(written) },
      ...(json !== undefined && { body: json }),
    };
  });
}

/** Throws `InvalidCallError`. */
export function buildMail(target: RequestedCall): OutgoingMail {
  const { mail } = target.parts;
  const { scope, specification } = target;
  return making(() => {
    const to = addressesIn(mail!.to, scope);
    if (to.length === 0 && findRecipientsWithoutAddress(target).length === 0)
      throw new InvalidCallError('nobody whom it is to has a mail address');
    const wrong = to.find((each) => !isMailAddress(each));
    if (wrong !== undefined) throw new InvalidCallError('one of its recipients is not a mail address');
    return {
      to: [...new Set(to)],
      subject: inOneLine(renderMailText(mail!.subject, scope, specification)),
      text: renderMailText(mail!.text, scope, specification),
    };
  });
}

/** Prevents header injection, also from old logs. */
const inOneLine = (subject: string): string => subject.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

/** RFC 2606 */
const UNDELIVERABLE_DOMAIN = '@page.invalid';

/** Throws `InvalidCallError`. */
export function findRecipientsWithoutAddress({
  parts: { mail },
  scope,
  entity,
}: RequestedCall): readonly string[] {
  const to = 'list' in mail!.to ? mail!.to.list : [mail!.to];
  const leadNowhere = making(() => to.filter((each) => addressesIn(each, scope).length === 0));
  const nowhere = new Map<string, string>();
  const addressed = (value: unknown): unknown => {
    const { id, email } = (value ?? {}) as { readonly id?: unknown; readonly email?: unknown };
    if (typeof id !== 'string' || email !== undefined) return value;
    nowhere.set(id + UNDELIVERABLE_DOMAIN, id);
    return { ...(value as object), email: id + UNDELIVERABLE_DOMAIN };
  };
  const record = scope.record as unknown as OpenedRecord;
  const fields: Record<string, unknown> = { ...record.fields };
  for (const field of entity.fields)
    if (getFieldType(field).pointsTo === 'person') fields[field.key] = addressed(fields[field.key]);
  const [openedBy, assignee] = [addressed(record.openedBy), addressed(record.assignee)];
  const named = { ...record, fields, openedBy, assignee } as unknown as OpenedRecord;
  const found = making(() => leadNowhere.flatMap((each) => addressesIn(each, { ...scope, record: named })));
  return found.flatMap((address) => nowhere.get(address) ?? []);
}

const addressesIn = (to: CallBody, scope: Scope): readonly string[] =>
  [evaluateCallBody(to, scope)]
    .flat()
    .filter((each): each is string => typeof each === 'string' && each !== '');

export function buildAttemptHeaders(
  { call: { secret } }: RequestedCall,
  id: string,
  {
    body = '',
    now,
    environment,
  }: { readonly body?: string | undefined; readonly now: string; readonly environment: Environment },
): Readonly<Record<string, string>> {
  const own = { 'idempotency-key': id };
  if (secret === undefined) return own;
  const value = environment[secret];
  if (value === undefined || value === '')
    throw new MissingSetupError(`the environment variable ${secret} is not set`);
  const key = parseSecretKey(value);
  if (!key) throw new MissingSetupError(`the environment variable ${secret} is not a secret such as whsec_…`);
  return { ...own, ...buildSignedHeaders(key, { id, timestamp: Math.floor(Date.parse(now) / 1000), body }) };
}

export type Environment = Readonly<Record<string, string | undefined>>;

function addressOf(text: string): URL {
  const address = URL.canParse(text) ? new URL(text) : undefined;
  if (!address || !/^https?:$/.test(address.protocol))
    throw new InvalidCallError('its address is neither http nor https');
  if (address.username !== '' || address.password !== '')
    throw new InvalidCallError('there is a name or a password in its address');
  address.hash = '';
  return address;
}

function headerValue(name: string, value: string): string {
  if (!/^[\t\x20-\x7e]*$/.test(value))
    throw new InvalidCallError(`its header ${name} has something in it that no header may have`);
  return value;
}

const lowered = (headers: readonly (readonly [string, string])[]) =>
  Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]));

function making<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (error instanceof NotEvaluable) throw new InvalidCallError(error.message);
    throw error;
  }
}
