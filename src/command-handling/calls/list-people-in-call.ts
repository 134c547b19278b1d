import type { CallBody, CallParts, CallText } from '#specification/model/specification.js';
import { SYSTEM } from '#domain/permissions.js';
import { joinSourceWithTables } from '#specification/cel/find-identifiers.js';
import { getFieldValue } from '#domain/record/record-state.js';
import type { RecordRef } from '#domain/stream-names.js';
import { getFieldType } from '#specification/field-types/find-field-type.js';
import type { RequestedCall } from './requested-call.js';
import { getRetention } from '#domain/record/erasure/retention-period.js';

type Owner = string | RecordRef;

/** An expression that mentions a personal field involves its person, whatever its result. */
export function listPeopleInCall(target: RequestedCall): readonly Owner[] {
  const words = new Set(sourcesOf(target.parts).flatMap((source) => source.match(/\w+/g) ?? []));
  const owners = [...ownersOfFields(target, words), ...peopleNamed(target, words)];
  const people = owners.filter((owner) => owner !== SYSTEM.id);
  const { specification, entity, ref } = target;
  // The record's key also seals content that has a retention period.
  return people.length > 0 && getRetention(specification, entity) ? [...people, ref] : people;
}

function ownersOfFields(
  { entity, parts, ref, record }: RequestedCall,
  words: ReadonlySet<string>,
): readonly Owner[] {
  const outcomes = [parts.then, parts.otherwise].flatMap((each) => each?.set ?? []);
  const named = new Set([...words, ...outcomes.map(([key]) => key)]);
  return entity.fields
    .filter(({ key, personal }) => personal !== undefined && named.has(key))
    .map(({ personal }) => {
      const person = personal === 'record' ? null : getFieldValue(record, personal!);
      return typeof person === 'string' ? person : ref;
    });
}

function peopleNamed(
  { entity, record, request }: RequestedCall,
  words: ReadonlySet<string>,
): readonly string[] {
  if (!words.has('email') && !words.has('name')) return [];
  const fields = entity.fields.filter(
    (field) => getFieldType(field).pointsTo === 'person' && words.has(field.key),
  );
  const found: readonly unknown[] = [
    ...fields.map(({ key }) => getFieldValue(record, key)),
    words.has('openedBy') ? record.openedBy : null,
    words.has('assignee') ? record.assignee : null,
    ...(words.has('user') ? [request.metadata.actor, request.metadata.onBehalfOf] : []),
  ];
  return found.filter((id) => typeof id === 'string');
}

function sourcesOf({ when, http, mail, then, otherwise }: CallParts): readonly string[] {
  const texts: readonly (CallText | undefined)[] = [
    http?.address,
    ...(http?.headers ?? []).map(([, text]) => text),
    ...(mail ? [mail.subject, mail.text] : []),
  ];
  const bodies = [
    http?.body,
    mail?.to,
    ...[then, otherwise].flatMap((each) => each?.set.map(([, body]) => body)),
  ];
  return [
    ...(when ? [joinSourceWithTables(when)] : []),
    ...texts.flatMap((text) =>
      (text ?? []).flatMap((part) => (typeof part === 'string' ? [] : [joinSourceWithTables(part)])),
    ),
    ...bodies.flatMap((body) => (body ? inBody(body) : [])),
  ];
}

function inBody(body: CallBody): readonly string[] {
  if ('is' in body) return [joinSourceWithTables(body.is)];
  if ('list' in body) return body.list.flatMap(inBody);
  return 'members' in body ? body.members.flatMap(([, each]) => inBody(each)) : [];
}
