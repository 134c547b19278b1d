// Formats and parses the names of streams, nowhere else. EventStoreDB's category ends at the first '-', so a hyphen in
// an application's key becomes '_', which no key contains.
import { APPLICATION_KEY, ENTITY_KEY, FIELD_KEY, RECORD_ID } from '../specification/document/key-grammar.js';
import { memoize } from '../specification/memoize.js';

declare const form: unique symbol;

/** Text form of a `RecordRef`, used as key and as name of the record's stream. */
export type RecordName = string & { readonly [form]: 'record' };
/** Text form of a person, also the name of the stream. */
export type UserName = string & { readonly [form]: 'user' };

export interface RecordIdentity {
  readonly application: string;
  readonly entity: string;
  readonly id: string;
}

const PERSON_ID = /^[\w-]{1,100}$/;
const DIGEST = /^[0-9a-f]+$/;
const PROJECTION = /^[a-z]{1,40}$/;
const PROCESS = /^[a-z]+(-[a-z]+)?$/;

/** UUIDs in lower case; also for people that Daybook creates. */
export const isRecordId = (text: unknown): text is string => typeof text === 'string' && RECORD_ID.test(text);
export const isPersonId = (text: unknown): text is string => typeof text === 'string' && PERSON_ID.test(text);

/**
 * Identifies a record. Clients choose ids, so compare by `name`, never by `id`. The private constructor prevents mixing
 * parts of two records.
 */
export class RecordRef implements RecordIdentity {
  readonly name: RecordName;

  private constructor(
    readonly application: string,
    readonly entity: string,
    readonly id: string,
  ) {
    this.name = `${toCategory(application)}.${entity}-${id}` as RecordName;
  }

  /** Throws a `TypeError` for an impossible record. */
  static of(parts: RecordIdentity): RecordRef {
    const ref = RecordRef.from(parts);
    if (!ref) throw new TypeError(`no record: ${parts.application}.${parts.entity} ${parts.id}`);
    return ref;
  }

  static from({ application, entity, id }: RecordIdentity): RecordRef | undefined {
    const fits = APPLICATION_KEY.test(application) && ENTITY_KEY.test(entity) && isRecordId(id);
    return fits ? new RecordRef(application, entity, id) : undefined;
  }

  equals({ name }: RecordRef): boolean {
    return this.name === name;
  }

  toString(): RecordName {
    return this.name;
  }

  toJSON(): RecordName {
    return this.name;
  }
}

export type Stream =
  | { readonly of: 'record'; readonly record: RecordRef }
  | { readonly of: 'user'; readonly person: string }
  | { readonly of: 'specification'; readonly application: string }
  /** Who took which sequence of a numbering, for instance of `PR-2026-`. */
  | {
      readonly of: 'number';
      readonly application: string;
      readonly entity: string;
      readonly scope: string;
    }
  /** Who holds a value of a unique field; the digest is hex SHA-256 of the folded value. */
  | {
      readonly of: 'unique';
      readonly application: string;
      readonly entity: string;
      readonly field: string;
      readonly digest: string;
    }
  /** What came of one call: the id is that of the event that asked for it. */
  | {
      readonly of: 'call';
      readonly application: string;
      readonly entity: string;
      readonly id: string;
    }
  /** What one person opened in an application on one day, `2026-11-20`. */
  | {
      readonly of: 'openings';
      readonly application: string;
      readonly day: string;
      readonly person: string;
    }
  /** What admins decided about one projection. */
  | { readonly of: 'projection'; readonly name: string }
  /** What one process that does things by itself could not do, and what admins decided about that. */
  | { readonly of: 'process'; readonly name: string }
  /** Who signs in by this name; the digest is a keyed hash, so that erased people leave no name behind. */
  | { readonly of: 'sign-in-name'; readonly digest: string }
  /** Which commands are locking, erasing or demoting whom. */
  | { readonly of: 'admins' };

export const streams = {
  record: (record: RecordRef): RecordName => record.name,
  user: (id: string): UserName => `user-${id}` as UserName,
  specification: (application: string) => `specification-${application}`,
  number: (application: string, entity: string, scope: string) =>
    `${toCategory(application)}.${entity}.number-${scope}`,
  unique: (application: string, entity: string, field: string, digest: string) =>
    `${toCategory(application)}.${entity}.${field}.unique-${digest}`,
  call: (application: string, entity: string, id: string) =>
    `${toCategory(application)}.${entity}.call-${id}`,
  openings: (application: string, day: string, person: string) =>
    `${toCategory(application)}.opens-${day}-${person}`,
  projection: (name: string) => `projection-${name}`,
  process: (name: string) => `process-${name}`,
  signInName: (digest: string) => `sign-in-name-${digest}`,
  admins: () => 'admins-changes',
};

const toCategory = (application: string): string => application.replaceAll('-', '_');

export function printStream(stream: Stream): string {
  switch (stream.of) {
    case 'record':
      return streams.record(stream.record);
    case 'user':
      return streams.user(stream.person);
    case 'specification':
      return streams.specification(stream.application);
    case 'number':
      return streams.number(stream.application, stream.entity, stream.scope);
    case 'unique':
      return streams.unique(stream.application, stream.entity, stream.field, stream.digest);
    case 'call':
      return streams.call(stream.application, stream.entity, stream.id);
    case 'openings':
      return streams.openings(stream.application, stream.day, stream.person);
    case 'projection':
      return streams.projection(stream.name);
    case 'process':
      return streams.process(stream.name);
    case 'sign-in-name':
      return streams.signInName(stream.digest);
    case 'admins':
      return streams.admins();
  }
}

/** undefined: no stream of Daybook. Memoized, because it is called several times per event. */
export const parseStream = memoize(parseName);

function parseName(name: string): Stream | undefined {
  const hyphen = name.indexOf('-');
  if (hyphen < 0) return undefined;
  const [kind = '', ...inside] = name.slice(0, hyphen).split('.');
  const rest = name.slice(hyphen + 1);
  const stream = inside.length > 0 ? parseInApplication(kind, inside, rest) : parseOfInstallation(kind, rest);
  // Each stream has exactly one name.
  return stream && printStream(stream) === name ? stream : undefined;
}

function parseOfInstallation(kind: string, rest: string): Stream | undefined {
  if (kind === 'user' && isPersonId(rest)) return { of: 'user', person: rest };
  if (kind === 'specification' && APPLICATION_KEY.test(rest))
    return { of: 'specification', application: rest };
  if (kind === 'projection' && PROJECTION.test(rest)) return { of: 'projection', name: rest };
  if (kind === 'process' && PROCESS.test(rest)) return { of: 'process', name: rest };
  return parseClaimOfInstallation(kind, rest);
}

function parseClaimOfInstallation(kind: string, rest: string): Stream | undefined {
  if (kind === 'admins' && rest === 'changes') return { of: 'admins' };
  const digest = rest.startsWith('in-name-') ? rest.slice('in-name-'.length) : '';
  return kind === 'sign' && DIGEST.test(digest) ? { of: 'sign-in-name', digest } : undefined;
}

function parseInApplication(kind: string, inside: readonly string[], rest: string): Stream | undefined {
  const application = kind.replaceAll('_', '-');
  const [entity = '', ...part] = inside;
  if (!APPLICATION_KEY.test(application)) return undefined;
  if (entity === 'opens' && part.length === 0) return parseOpenings(application, rest);
  if (!ENTITY_KEY.test(entity)) return undefined;
  if (part.length > 0) return parseClaim({ application, entity }, part, rest);
  const record = RecordRef.from({ application, entity, id: rest });
  return record && { of: 'record', record };
}

function parseOpenings(application: string, rest: string): Stream | undefined {
  const [, day, person] = /^(\d{4}-\d\d-\d\d)-(.*)$/.exec(rest) ?? [];
  return day !== undefined && isPersonId(person) ? { of: 'openings', application, day, person } : undefined;
}

function parseClaim(
  of: Pick<RecordIdentity, 'application' | 'entity'>,
  part: readonly string[],
  rest: string,
): Stream | undefined {
  if (part.length === 1 && part[0] === 'call')
    return isRecordId(rest) ? { of: 'call', ...of, id: rest } : undefined;
  if (part.length === 1) return part[0] === 'number' ? { of: 'number', ...of, scope: rest } : undefined;
  const [field = '', unique] = part;
  const fits = part.length === 2 && unique === 'unique' && FIELD_KEY.test(field) && DIGEST.test(rest);
  return fits ? { of: 'unique', ...of, field, digest: rest } : undefined;
}

export const isStreamName = (name: string): boolean => parseStream(name) !== undefined;

export function parseRecordStream(name: string): RecordRef | undefined {
  const stream = parseStream(name);
  return stream?.of === 'record' ? stream.record : undefined;
}

/** Resolves a name that a person typed: `lab-orders.…` becomes `lab_orders.…`. */
export function resolveStreamName(text: string): string {
  const [application = '', ...rest] = text.split('.');
  return rest.length > 0 && APPLICATION_KEY.test(application)
    ? [toCategory(application), ...rest].join('.')
    : text;
}

export function parseUserStream(name: string): string | undefined {
  const stream = parseStream(name);
  return stream?.of === 'user' ? stream.person : undefined;
}

export function getStreamApplication(name: string): string | undefined {
  const stream = parseStream(name);
  if (stream?.of === 'record') return stream.record.application;
  return stream && 'application' in stream ? stream.application : undefined;
}

/** Short values could be guessed from their digest. */
export function hideDigest(name: string): string {
  const stream = parseStream(name);
  return stream && 'digest' in stream ? `${name.slice(0, -stream.digest.length)}…` : name;
}
