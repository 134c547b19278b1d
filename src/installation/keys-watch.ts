// Notices that keys of personal data are older than the log: keys of people are missing, or those of erased people are back.
// A missing key is no erasure: an erasure is an event, and leaves a row without a key.
import type { PeopleReadModel } from '#projections/read-models/people/people-read-model.js';
import type { PersonDocument } from '#projections/read-models/people/person-document.js';
import {
  timelineFilter,
  type TimelineReadModel,
} from '#projections/read-models/timeline/timeline-projection.js';
import { isSealed, type PersonalData } from '../event-store/personal-data/personal-data.js';
import type { Trouble } from '../platform/troubles.js';
import { timeSlices } from '../platform/awaiting.js';

export interface LostKeys {
  /** Ids of people who are in the log, and whose keys are not there. */
  readonly missing: readonly string[];
  /** Ids of people who were erased, and whose keys are there all the same. */
  readonly back: readonly string[];
  /** Ids of people who were erased, and of whose erasure the keys know nothing. */
  readonly unmarked: readonly string[];
}

export const KEYS_TROUBLE = 'keys';

const AT_ONCE = 500;

export async function lostKeys(
  people: Pick<PeopleReadModel, 'all'>,
  keysOf: PersonalData['keysOf'],
): Promise<LostKeys> {
  const found = { missing: [] as string[], back: [] as string[], unmarked: [] as string[] };
  const letOthers = timeSlices();
  let gathered: PersonDocument[] = [];
  const look = async () => {
    const keys = await keysOf(gathered.map(({ id }) => id));
    for (const { id, name, erasedAt } of gathered) {
      if (erasedAt === null && isSealed(name) && !keys.has(id)) found.missing.push(id);
      if (erasedAt !== null && keys.get(id) === 'kept') found.back.push(id);
      if (erasedAt !== null && !keys.has(id)) found.unmarked.push(id);
    }
    gathered = [];
    await letOthers();
  };
  for await (const person of people.all()) if (gathered.push(person) === AT_ONCE) await look();
  await look();
  return found;
}

/**
 * Names of records that were erased, and whose keys are there all the same. Of missing keys of records nothing is asked: which
 * records have one stands in all records alone, and whoever looks at one without is told.
 */
export async function erasedRecordsBack(
  timeline: Pick<TimelineReadModel, 'find'>,
  keysOf: PersonalData['keysOf'],
): Promise<readonly string[]> {
  const back = new Set<string>();
  const filter = timelineFilter({ type: 'record.erased' });
  const letOthers = timeSlices();
  let cursor: string | undefined;
  do {
    const page = await timeline.find({ filter, limit: AT_ONCE, ...(cursor !== undefined && { cursor }) });
    const names = page.documents.flatMap(({ subject }) => subject ?? []);
    const keys = await keysOf(names);
    for (const name of names) if (keys.get(name) === 'kept') back.add(name);
    cursor = page.next;
    await letOthers();
  } while (cursor !== undefined);
  return [...back];
}

export const erasedRecordsTrouble = (names: readonly string[], place: string): Trouble => ({
  about: 'erased keys of records',
  what:
    `The keys in ${place} are older than an erasure: keys of records whose personal data were erased are back (${few(names)}). ` +
    'Erase each of them again: npx daybook erase NAME --reason …',
  shown: 'keys of erased records are back',
  grave: true,
});

/** As told by health, status page, log and `daybook status`. */
export function lostKeysTroubles({ missing, back, unmarked }: LostKeys, place: string): readonly Trouble[] {
  const lost: Trouble = {
    about: KEYS_TROUBLE,
    what:
      `The keys in ${place} are older than the log: those of ${several(missing)} are missing (${few(missing)}). ` +
      'They are not erased, but nothing personal of theirs can be opened, and no key is made. ' +
      'Stop Daybook and put the newest copy of the keys back: see “Older keys” in docs/operating.md.',
    shown: 'keys of personal data are missing',
    grave: true,
  };
  const revived: Trouble = {
    about: 'erased keys',
    what:
      `The keys in ${place} are older than an erasure: those of ${several(back)} who were erased are back (${few(back)}). ` +
      'Erase each of them again: npx daybook erase ID --reason …',
    shown: 'keys of erased people are back',
    grave: true,
  };
  const unknown: Trouble = {
    about: 'unknown erasures',
    what:
      `The keys in ${place} are older than an erasure: they do not know that ${several(unmarked)} came and went by an erasure (${few(unmarked)}), ` +
      'and pages call their values unreadable, not erased. Erase each of them again: npx daybook erase ID --reason …',
    shown: 'keys do not know of an erasure',
    grave: true,
  };
  return [
    ...(missing.length > 0 ? [lost] : []),
    ...(back.length > 0 ? [revived] : []),
    ...(unmarked.length > 0 ? [unknown] : []),
  ];
}

/** Met where something was to be shown: of somebody, or of a record that has personal data of its own. */
export const missedKeysTrouble = (names: readonly string[], place: string): Trouble => ({
  about: KEYS_TROUBLE,
  what:
    `Keys in ${place} are missing (${few(names)}). What is sealed with them is not erased, but cannot be read, and pages say so. ` +
    'Stop Daybook and put the newest copy of the keys back: see “Older keys” in docs/operating.md.',
  shown: 'keys of personal data are missing',
  grave: true,
});

/** Met where something was to be shown. */
export const damagedValuesTrouble = (names: readonly string[]): Trouble => ({
  about: 'sealed values',
  what:
    `Sealed values are damaged (${few(names)}): they do not open with their keys. Pages say so of each, and show everything else. ` +
    'Rebuild the read models: npx daybook replay. Where they are damaged even then, they are in the log: restore it from a backup.',
  shown: 'personal values are damaged',
  grave: true,
});

const several = ({ length }: readonly string[]): string =>
  length === 1 ? 'one person' : `${length.toLocaleString('en')} people`;

const SHOWN = 5;

const few = (ids: readonly string[]): string =>
  `${ids.slice(0, SHOWN).join(', ')}${ids.length > SHOWN ? ', …' : ''}`;
