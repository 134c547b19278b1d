// The only place that formats and parses names of streams. EventStoreDB's category ends at the first '-', so hyphens in
// keys of applications become '_'.
import {
  APPLICATION_KEY_PATTERN,
  ENTITY_KEY_PATTERN,
  FIELD_KEY_PATTERN,
  RECORD_ID_PATTERN,
} from '../specification/document/key-grammar.js';
import { memoize } from '../specification/memoize.js';

declare const form: unique symbol;

/** The text is also the stream's name. */
export type RecordStreamName = string & { readonly [form]: 'record' };
export type UserStreamName = string & { readonly [form]: 'user' };

export interface RecordIdentity {
  readonly application: string;
  readonly entity: string;
  readonly id: string;
}

const PERSON_ID = /^[\w-]{1,100}$/;
const DIGEST = /^[0-9a-f]+$/;
const PROJECTION = /^[a-z]{1,40}$/;
const PROCESS = /^[a-z]+(-[a-z]+)?$/;

/** Lower-case UUIDs, also for people. */
export const isRecordId = (text: unknown): text is string =>
  typeof text === 'string' && RECORD_ID_PATTERN.test(text);
export const isPersonId = (text: unknown): text is string => typeof text === 'string' && PERSON_ID.test(text);

/** Clients choose ids, so compare by `name`. The private constructor keeps parts of two records apart. */
export class RecordRef implements RecordIdentity {
  readonly name: RecordStreamName;

  private constructor(
    readonly application: string,
    readonly entity: string,
    readonly id: string,
  ) {
    this.name = `${toCategory(application)}.${entity}-${id}` as RecordStreamName;
  }

  /** Throws a `TypeError`. */
  static of(parts: RecordIdentity): RecordRef {
    const ref = RecordRef.from(parts);
    if (!ref) throw new TypeError(`no record: ${parts.application}.${parts.entity} ${parts.id}`);
    return ref;
  }

  static from({ application, entity, id }: RecordIdentity): RecordRef | undefined {
    const fits =
      APPLICATION_KEY_PATTERN.test(application) && ENTITY_KEY_PATTERN.test(entity) && isRecordId(id);
    return fits ? new RecordRef(application, entity, id) : undefined;
  }

  equals({ name }: RecordRef): boolean {
    return this.name === name;
  }

  toString(): RecordStreamName {
    return this.name;
  }

  toJSON(): RecordStreamName {
    return this.name;
  }
}

export type Stream =
  | { readonly of: 'record'; readonly record: RecordRef }
  | { readonly of: 'user'; readonly person: string }
  | { readonly of: 'specification'; readonly application: string }
  /** Numbering, such as `PR-2026-`. */
  | {
      readonly of: 'number';
      readonly application: string;
      readonly entity: string;
      readonly scope: string;
    }
  /** Hex SHA-256 of the folded value. */
  | {
      readonly of: 'unique';
      readonly application: string;
      readonly entity: string;
      readonly field: string;
      readonly digest: string;
    }
  /** Id of the requesting event. */
  | {
      readonly of: 'call';
      readonly application: string;
      readonly entity: string;
      readonly id: string;
    }
  /** Use of one person, application and day, `2026-11-20`. */
  | {
      readonly of: 'openings';
      readonly application: string;
      readonly day: string;
      readonly person: string;
    }
  | { readonly of: 'projection'; readonly name: string }
  | { readonly of: 'process'; readonly name: string }
  /** Keyed hash, so that erased people leave no name. */
  | { readonly of: 'sign-in-name'; readonly digest: string }
  /** Keyed hash of issuer and subject at a provider. */
  | { readonly of: 'identity'; readonly digest: string }
  | { readonly of: 'provider-roles' }
  /** Of an archive of that application; of the installation, so that no archive holds it. */
  | { readonly of: 'application-import'; readonly key: string }
  | { readonly of: 'timeline-export'; readonly id: string }
  | { readonly of: 'admins' }
  | { readonly of: 'sign-in-rules' };

export const streams = {
  record: (record: RecordRef): RecordStreamName => record.name,
  user: (id: string): UserStreamName => `user-${id}` as UserStreamName,
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
  identity: (digest: string) => `identity-${digest}`,
  providerRoles: () => 'provider-roles',
  applicationImport: (key: string) => `import-${key}`,
  timelineExport: (id: string) => `timeline-export-${id}`,
  admins: () => 'admins-changes',
  signInRules: () => 'rules-sign-in',
};

const toCategory = (application: string): string => application.replaceAll('-', '_');

const FORMATS: { readonly [Of in Stream['of']]: (stream: Extract<Stream, { readonly of: Of }>) => string } = {
  record: ({ record }) => streams.record(record),
  user: ({ person }) => streams.user(person),
  specification: ({ application }) => streams.specification(application),
  number: ({ application, entity, scope }) => streams.number(application, entity, scope),
  unique: ({ application, entity, field, digest }) => streams.unique(application, entity, field, digest),
  call: ({ application, entity, id }) => streams.call(application, entity, id),
  openings: ({ application, day, person }) => streams.openings(application, day, person),
  projection: ({ name }) => streams.projection(name),
  process: ({ name }) => streams.process(name),
  'sign-in-name': ({ digest }) => streams.signInName(digest),
  identity: ({ digest }) => streams.identity(digest),
  'provider-roles': () => streams.providerRoles(),
  'application-import': ({ key }) => streams.applicationImport(key),
  'timeline-export': ({ id }) => streams.timelineExport(id),
  admins: () => streams.admins(),
  'sign-in-rules': () => streams.signInRules(),
};

export const formatStreamName = (stream: Stream): string =>
  (FORMATS[stream.of] as (stream: Stream) => string)(stream);

/** Memoized, as each event needs it several times. */
export const parseStreamName = memoize(parseName);

function parseName(name: string): Stream | undefined {
  const hyphen = name.indexOf('-');
  if (hyphen < 0) return undefined;
  const [kind = '', ...inside] = name.slice(0, hyphen).split('.');
  const rest = name.slice(hyphen + 1);
  const stream = inside.length > 0 ? parseInApplication(kind, inside, rest) : parseOfInstallation(kind, rest);
  return stream && formatStreamName(stream) === name ? stream : undefined;
}

function parseOfInstallation(kind: string, rest: string): Stream | undefined {
  if (kind === 'user' && isPersonId(rest)) return { of: 'user', person: rest };
  if (kind === 'specification' && APPLICATION_KEY_PATTERN.test(rest))
    return { of: 'specification', application: rest };
  if (kind === 'projection' && PROJECTION.test(rest)) return { of: 'projection', name: rest };
  if (kind === 'process' && PROCESS.test(rest)) return { of: 'process', name: rest };
  if (kind === 'import' && APPLICATION_KEY_PATTERN.test(rest)) return { of: 'application-import', key: rest };
  return parseExport(kind, rest) ?? parseClaimOfInstallation(kind, rest);
}

function parseExport(kind: string, rest: string): Stream | undefined {
  const id = kind === 'timeline' && rest.startsWith('export-') ? rest.slice('export-'.length) : '';
  return isRecordId(id) ? { of: 'timeline-export', id } : undefined;
}

function parseClaimOfInstallation(kind: string, rest: string): Stream | undefined {
  if (kind === 'admins' && rest === 'changes') return { of: 'admins' };
  if (kind === 'provider' && rest === 'roles') return { of: 'provider-roles' };
  if (kind === 'identity' && DIGEST.test(rest)) return { of: 'identity', digest: rest };
  if (kind === 'rules' && rest === 'sign-in') return { of: 'sign-in-rules' };
  const digest = rest.startsWith('in-name-') ? rest.slice('in-name-'.length) : '';
  return kind === 'sign' && DIGEST.test(digest) ? { of: 'sign-in-name', digest } : undefined;
}

function parseInApplication(kind: string, inside: readonly string[], rest: string): Stream | undefined {
  const application = kind.replaceAll('_', '-');
  const [entity = '', ...part] = inside;
  if (!APPLICATION_KEY_PATTERN.test(application)) return undefined;
  if (entity === 'opens' && part.length === 0) return parseOpenings(application, rest);
  if (!ENTITY_KEY_PATTERN.test(entity)) return undefined;
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
  const fits = part.length === 2 && unique === 'unique' && FIELD_KEY_PATTERN.test(field) && DIGEST.test(rest);
  return fits ? { of: 'unique', ...of, field, digest: rest } : undefined;
}

export const isStreamName = (name: string): boolean => parseStreamName(name) !== undefined;

export function parseRecordStream(name: string): RecordRef | undefined {
  const stream = parseStreamName(name);
  return stream?.of === 'record' ? stream.record : undefined;
}

/** Typed names: `lab-orders.…` becomes `lab_orders.…`. */
export function normalizeStreamName(text: string): string {
  const [application = '', ...rest] = text.split('.');
  return rest.length > 0 && APPLICATION_KEY_PATTERN.test(application)
    ? [toCategory(application), ...rest].join('.')
    : text;
}

export function parseUserStream(name: string): string | undefined {
  const stream = parseStreamName(name);
  return stream?.of === 'user' ? stream.person : undefined;
}

export function getStreamApplication(name: string): string | undefined {
  const stream = parseStreamName(name);
  if (stream?.of === 'record') return stream.record.application;
  return stream && 'application' in stream ? stream.application : undefined;
}

/** Short values could be guessed from their digest. */
export function maskStreamDigest(name: string): string {
  const stream = parseStreamName(name);
  return stream && 'digest' in stream ? `${name.slice(0, -stream.digest.length)}…` : name;
}
