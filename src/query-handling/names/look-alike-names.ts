// Who bears a name that looks like another person's. Names are sealed: they are compared once opened, and kept in mind as digests of looks.
import { withQueryContext } from '#projections/port/query.js';
import { createPeopleReadModel } from '#projections/read-models/people/people-read-model.js';
import { computeWrittenSkeleton } from '#domain/user/user-names.js';
import type { PersonalData } from '#event-store/personal-data/personal-data.js';
import { mapInBatches } from '#platform/cooperative-scheduler.js';
import type { PersonName } from '../query-dependencies.js';
import type { RunningReadModels } from '../running-read-models.js';

/** Milliseconds. Where another process writes the read models, nobody says that a person changed. */
const FRESH_FOR = 10_000;

const NAMES = 'same-names';

/** Stands behind the name of somebody who is known from an imported log alone. */
const FROM_LOG = ' (from a log)';

export const isNameFromLog = (name: string): string => (name.endsWith(FROM_LOG) ? name : name + FROM_LOG);

export interface PersonNames {
  readonly name: PersonName;
  readonly signInName: PersonName | null;
  readonly fromLog: boolean;
}

export interface LookAlikeNames {
  /** Reads what changed since, at most once in a while. */
  refresh(): Promise<void>;
  /** Something was written about people in this process. */
  changed(): void;
  /** The name; where another person registered here bears one of the same look, with the sign-in name behind it. */
  toldApart(id: string, name: PersonNames): PersonName;
}

export function findLookAlikeNames(
  readModels: Pick<RunningReadModels, 'generation'>,
  personal: Pick<PersonalData, 'openForDisplay'>,
): LookAlikeNames {
  const lookOf = new Map<string, string>();
  const bearers = new Map<string, Set<string>>();
  let [position, readAt] = [0, -Infinity];
  let reading: Promise<void> | undefined;

  function note(id: string, name: unknown): void {
    const before = lookOf.get(id);
    const look = typeof name === 'string' ? computeWrittenSkeleton(name) : undefined;
    if (before === look) return;
    if (before !== undefined) bearers.get(before)?.delete(id);
    lookOf.delete(id);
    if (look === undefined) return;
    lookOf.set(id, look);
    bearers.set(look, (bearers.get(look) ?? new Set()).add(id));
  }

  async function read(): Promise<void> {
    const startedAt = performance.now();
    const documents = await createPeopleReadModel(readModels).listChangedAfter(position);
    await mapInBatches(documents, async (slice) => {
      const names = await personal.openForDisplay<readonly unknown[]>(slice.map(({ name }) => name));
      slice.forEach(({ id, fromLog }, index) => note(id, fromLog ? undefined : names[index]));
      return slice;
    });
    position = documents.reduce((last, each) => Math.max(last, each.position), position);
    readAt = startedAt;
  }

  function isShared(id: string, name: string): boolean {
    const alike = bearers.get(lookOf.get(id) ?? computeWrittenSkeleton(name));
    return alike !== undefined && (alike.size > 1 || (alike.size === 1 && !alike.has(id)));
  }

  return {
    async refresh() {
      if (performance.now() - readAt < FRESH_FOR) return;
      // All pages wait for it: it is not called off with the request that happened to begin it.
      await (reading ??= withQueryContext({ asker: NAMES }, read).finally(() => (reading = undefined)));
    },
    changed: () => void (readAt = -Infinity),
    toldApart(id, { name, signInName, fromLog }) {
      if (typeof name !== 'string' || !isShared(id, name)) return name;
      if (fromLog) return isNameFromLog(name);
      return `${name} (${typeof signInName === 'string' ? signInName : id.slice(-6)})`;
    },
  };
}
