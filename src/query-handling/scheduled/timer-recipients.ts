import { mentionsIdentifier } from '#domain/evaluate-expressions.js';
import { SYSTEM } from '#domain/permissions.js';
import { evaluateCallBody } from '#specification/cel/call-content.js';
import { findField, getFieldType } from '#specification/field-types/find-field-type.js';
import { NotEvaluable } from '#specification/values/not-evaluable.js';
import type { CallBody, Entity, Scope, Specification, Timer } from '#specification/model/specification.js';
import type { VisibleRecord } from '../visibility/visible-records.js';

interface RecipientsSource {
  readonly specification: Specification;
  readonly entity: Entity;
  readonly record: VisibleRecord;
  /** ISO 8601. */
  readonly now: string;
}

export interface ScheduledMail {
  readonly title?: string;
  /** Empty: hidden or unset. */
  readonly to: readonly string[];
}

/** Recipients that depend on hidden fields are left out. */
export function findTimerRecipients(source: RecipientsSource, timer: Timer): ScheduledMail | undefined {
  const { specification, entity } = source;
  const mails = specification.calls.filter(({ key, kind }) => kind === 'mail' && timer.calls.includes(key));
  if (mails.length === 0) return undefined;
  const bodies = mails.flatMap(({ parts }) => recipientsOf(parts[entity.key]?.mail?.to));
  const title = mails.find((each) => each.title !== undefined)?.title;
  const to = [...new Set(bodies.flatMap((body) => peopleIn(body, source)))];
  return { to, ...(title !== undefined && { title }) };
}

function recipientsOf(to: CallBody | undefined): readonly CallBody[] {
  if (!to) return [];
  return 'list' in to ? to.list : [to];
}

/** RFC 2606 */
const PLACEHOLDER_DOMAIN = '@person.invalid';

function peopleIn(body: CallBody, source: RecipientsSource): readonly string[] {
  if (!('is' in body)) return [];
  const { is } = body;
  if ([...source.record.hidden].some((key) => mentionsIdentifier(is, key))) return [];
  try {
    return [evaluateCallBody(body, scopeOf(source))].flat().flatMap((address) => {
      const isPerson = typeof address === 'string' && address.endsWith(PLACEHOLDER_DOMAIN);
      return isPerson ? [address.slice(0, -PLACEHOLDER_DOMAIN.length)] : [];
    });
  } catch (error) {
    if (error instanceof NotEvaluable) return [];
    throw error;
  }
}

function scopeOf({ entity, record, now }: RecipientsSource): Scope {
  const addressed = (id: unknown): unknown =>
    typeof id === 'string' ? { id, email: id + PLACEHOLDER_DOMAIN } : id;
  const fields = Object.entries(record.fields).map(([key, value]): [string, unknown] => {
    const field = findField(entity, key);
    return [key, field && getFieldType(field).pointsTo === 'person' ? addressed(value) : value];
  });
  const { id, number, state, openedAt } = record;
  const people = { openedBy: addressed(record.openedBy), assignee: addressed(record.assignee) };
  const named = { id, number, state, openedAt, ...people, fields: Object.fromEntries(fields) };
  return { record: named as unknown as Scope['record'], user: SYSTEM, now } as Scope;
}
