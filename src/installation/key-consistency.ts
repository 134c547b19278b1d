// Compares keys with recorded erasures.
import type { PeopleReadModel } from '#projections/read-models/people/people-read-model.js';
import type { PersonDocument } from '#projections/read-models/people/person-document.js';
import type {
  TimelineEntry,
  TimelineReadModel,
} from '#projections/read-models/timeline/timeline-projection.js';
import { ERASURE_CERTIFICATE_TYPES, ERASURE_INTENT_TYPES } from '../domain/erasure-events.js';
import { isPersonId, parseRecordStream, parseUserStream } from '../domain/stream-names.js';
import type { MaybePromise } from '../event-store/personal-data/person-keys-store.js';
import {
  isSealed,
  type PersonalData,
  type FindRecordedErasures,
} from '../event-store/personal-data/personal-data.js';
import type { HealthIssue } from '../platform/health-issues.js';
import { startTimeSlice } from '../platform/cooperative-scheduler.js';

export interface KeyConsistencyFindings {
  /** Missing record keys are reported on access. */
  readonly missing: readonly string[];
  /** Revived: their owners were erased. */
  readonly revived: readonly string[];
  /** Erased owners not marked in the key store. */
  readonly unmarked: readonly string[];
  /** Without a recorded erasure. */
  readonly destroyed: readonly string[];
  /** Erasures without a certificate. */
  readonly unfinished: readonly string[];
}

export const LOST_KEYS_ISSUE_KEY = 'keys';
export const REVIVED_KEYS_ISSUE_KEY = 'erased keys';

const AT_ONCE = 500;

/** Common to both ways of opening keys. */
export interface KeyStateReader extends Pick<PersonalData, 'findKeyStates'> {
  destroyed(after: string, limit: number): MaybePromise<readonly string[]>;
}

export interface KeyConsistencySources {
  readonly people: Pick<PeopleReadModel, 'all'>;
  readonly keys: KeyStateReader;
  readonly erasures: ErasuresBySubject;
  readonly recorded: FindRecordedErasures;
  /** Across entities. */
  readonly recordsWithId: (id: string) => Promise<readonly string[]>;
}

/** Stream of a person or record → certified. */
export type ErasuresBySubject = ReadonlyMap<string, { readonly certified: boolean }>;

type ErasureEvent = Pick<TimelineEntry, 'type' | 'subject'>;

const ERASURE_TYPES: readonly string[] = [...ERASURE_INTENT_TYPES, ...ERASURE_CERTIFICATE_TYPES];

export function addErasure(
  found: Map<string, { readonly certified: boolean }>,
  { type, subject }: ErasureEvent,
): void {
  if (subject === null || !ERASURE_TYPES.includes(type)) return;
  const certified = ERASURE_CERTIFICATE_TYPES.includes(type) || found.get(subject)?.certified === true;
  found.set(subject, { certified });
}

/** The timeline may lag behind the log. */
export async function* readErasureEvents(
  timeline: Pick<TimelineReadModel, 'find'>,
  after = 0,
): AsyncGenerator<TimelineEntry> {
  const letOthers = startTimeSlice();
  const filter = { type: { $in: ERASURE_TYPES }, position: { $gt: after } };
  let cursor: string | undefined;
  do {
    const page = await timeline.find({ filter, limit: AT_ONCE, ...(cursor !== undefined && { cursor }) });
    yield* page.documents;
    cursor = page.next;
    await letOthers();
  } while (cursor !== undefined);
}

export async function findErasures(timeline: Pick<TimelineReadModel, 'find'>): Promise<ErasuresBySubject> {
  const found = new Map<string, { readonly certified: boolean }>();
  for await (const event of readErasureEvents(timeline)) addErasure(found, event);
  return found;
}

/** A person's id; a record's name and, for older versions, its id. */
export const listErasedKeyNames = (erasures: ErasuresBySubject): readonly string[] =>
  [...erasures.keys()].flatMap((subject) => listKeyNamesOfSubject(subject));

export function listKeyNamesOfSubject(subject: string): readonly string[] {
  const person = parseUserStream(subject);
  if (person !== undefined) return [person];
  const record = parseRecordStream(subject);
  return record ? [record.name, record.id] : [];
}

export async function checkKeyConsistency(examined: KeyConsistencySources): Promise<KeyConsistencyFindings> {
  const { erasures } = examined;
  const unfinished = [...erasures].flatMap(([subject, { certified }]) =>
    certified ? [] : (listKeyNamesOfSubject(subject)[0] ?? []),
  );
  const { people, ...ofPeople } = await examinePeople(examined);
  const ofRecords = await examineErasedRecords(examined, people);
  return {
    missing: ofPeople.missing,
    revived: [...ofPeople.revived, ...ofRecords.revived],
    unmarked: [...ofPeople.unmarked, ...ofRecords.unmarked],
    destroyed: await destroyedUnrecorded(examined, people),
    unfinished,
  };
}

async function examinePeople({ people, keys }: KeyConsistencySources) {
  const found = { missing: [] as string[], revived: [] as string[], unmarked: [] as string[] };
  const ids = new Set<string>();
  const letOthers = startTimeSlice();
  let gathered: PersonDocument[] = [];
  const look = async () => {
    const states = await keys.findKeyStates(gathered.map(({ id }) => id));
    for (const { id, name, erasedAt } of gathered) {
      ids.add(id);
      const state = states.get(id);
      if (erasedAt === null && isSealed(name) && state === undefined) found.missing.push(id);
      if (erasedAt !== null && state === 'kept') found.revived.push(id);
      if (erasedAt !== null && state === undefined) found.unmarked.push(id);
    }
    gathered = [];
    await letOthers();
  };
  for await (const person of people.all()) if (gathered.push(person) === AT_ONCE) await look();
  await look();
  return { ...found, people: ids };
}

async function examineErasedRecords({ erasures, keys }: KeyConsistencySources, people: ReadonlySet<string>) {
  const found = { revived: [] as string[], unmarked: [] as string[] };
  const records = [...erasures].flatMap(([subject, { certified }]) => {
    const record = certified ? parseRecordStream(subject) : undefined;
    return record ? [record] : [];
  });
  for (let at = 0; at < records.length; at += AT_ONCE) {
    const those = records.slice(at, at + AT_ONCE);
    const states = await keys.findKeyStates(those.flatMap(({ name, id }) => [name, id]));
    for (const { name, id } of those) {
      if (states.get(name) === 'kept') found.revived.push(name);
      if (states.get(id) === 'kept' && !people.has(id)) found.revived.push(id);
      if (!states.has(name)) found.unmarked.push(name);
    }
  }
  return found;
}

async function destroyedUnrecorded(
  { erasures, keys, recorded, recordsWithId }: KeyConsistencySources,
  people: ReadonlySet<string>,
) {
  const found: string[] = [];
  const erased = new Set(listErasedKeyNames(erasures));
  const letOthers = startTimeSlice();
  for (let after = ''; ;) {
    const names = await keys.destroyed(after, AT_ONCE);
    const unknown = names.filter((name) => !erased.has(name));
    // The timeline may lag, so the log decides.
    const inLog = unknown.length === 0 ? new Set<string>() : await recorded(unknown);
    for (const name of unknown) {
      const isDamage = inLog.has(name)
        ? isPersonId(name) &&
          !people.has(name) &&
          (await isOfUnerasedRecord(name, { recorded, recordsWithId }))
        : true;
      if (isDamage) found.push(name);
    }
    if (names.length < AT_ONCE) return found;
    after = names.at(-1)!;
    await letOthers();
  }
}

/** Older versions stored a record's key under its id. */
async function isOfUnerasedRecord(
  id: string,
  { recorded, recordsWithId }: Pick<KeyConsistencySources, 'recorded' | 'recordsWithId'>,
): Promise<boolean> {
  const records = await recordsWithId(id);
  return records.length > 0 && (await recorded(records)).size === 0;
}

/** Such keys are destroyed again. */
export function createRevivedKeysIssue(
  { revived, unmarked }: Pick<KeyConsistencyFindings, 'revived' | 'unmarked'>,
  place: string,
  { healed }: { readonly healed: boolean },
): HealthIssue | undefined {
  const names = [...revived, ...unmarked];
  if (names.length === 0) return undefined;
  const done = healed
    ? 'They are destroyed again.'
    : 'The next start of Daybook destroys them again; npx daybook erase ID --reason … does so at once.';
  return {
    key: REVIVED_KEYS_ISSUE_KEY,
    adminMessage:
      `The keys in ${place} are older than an erasure: of ${owners(names)} they have the key, or do not know that it is destroyed ` +
      `(${few(names)}). ${done}`,
    publicMessage: 'keys of somebody who was erased are back',
    severity: healed ? 'warning' : 'error',
  };
}

export function createLostKeysIssues(
  { missing, destroyed }: Pick<KeyConsistencyFindings, 'missing' | 'destroyed'>,
  place: string,
): readonly HealthIssue[] {
  const lost: HealthIssue = {
    key: LOST_KEYS_ISSUE_KEY,
    adminMessage:
      `The keys in ${place} are older than the log: those of ${several(missing)} are missing (${few(missing)}). ` +
      'They are not erased, but nothing personal of theirs can be opened, and no key is made. ' +
      'Stop Daybook and put the newest copy of the keys back: see “Older keys” in docs/operating.md.',
    publicMessage: 'keys of personal data are missing',
    severity: 'error',
  };
  return [
    ...(missing.length > 0 ? [lost] : []),
    ...(destroyed.length > 0 ? [destroyedKeysIssue(destroyed, place)] : []),
  ];
}

const destroyedKeysIssue = (names: readonly string[], place: string): HealthIssue => ({
  key: 'destroyed keys',
  adminMessage:
    `Keys in ${place} are destroyed, and no erasure in the log says why: ${withCount(names.length)} (${few(names)}). ` +
    'What is sealed with them is not erased, but cannot be read, and pages say so. Stop Daybook and put these keys back from a backup; where ' +
    'they were destroyed on purpose, or an older log was put back, npx daybook erase ID --reason … writes that down: ' +
    'see “Destroyed keys” in docs/operating.md.',
  publicMessage: 'keys of personal data were destroyed without an erasure',
  severity: 'error',
});

export const describeUnfinishedErasures = (names: readonly string[]): string =>
  `${names.length === 1 ? 'An erasure was begun and is not finished' : `${withCount(names.length)} erasures were begun and are not finished`} ` +
  `(${few(names)}). Daybook finishes them while it serves, and when it is started.`;

export const createMissingKeysIssue = (names: readonly string[], place: string): HealthIssue => ({
  key: LOST_KEYS_ISSUE_KEY,
  adminMessage:
    `Keys in ${place} are missing (${few(names)}). What is sealed with them is not erased, but cannot be read, and pages say so. ` +
    'Stop Daybook and put the newest copy of the keys back: see “Older keys” in docs/operating.md.',
  publicMessage: 'keys of personal data are missing',
  severity: 'error',
});

/** Found when values were to be displayed. */
export const createDamagedValuesIssue = (names: readonly string[]): HealthIssue => ({
  key: 'sealed values',
  adminMessage:
    `Sealed values are damaged (${few(names)}): they do not open with their keys. Pages say so of each, and show everything else. ` +
    'Rebuild the read models: npx daybook replay. Where they are damaged even then, they are in the log: restore it from a backup.',
  publicMessage: 'personal values are damaged',
  severity: 'error',
});

const withCount = (count: number): string => count.toLocaleString('en');

const several = ({ length }: readonly string[]): string =>
  length === 1 ? 'one person' : `${length.toLocaleString('en')} people`;

const owners = (names: readonly string[]): string =>
  names.length === 1 ? 'one who was erased' : `${withCount(names.length)} who were erased`;

const SHOWN = 5;

const few = (ids: readonly string[]): string =>
  `${ids.slice(0, SHOWN).join(', ')}${ids.length > SHOWN ? ', …' : ''}`;
