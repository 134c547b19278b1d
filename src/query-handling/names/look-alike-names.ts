import { withQueryContext } from '#projections/port/query.js';
import { createPeopleReadModel } from '#projections/read-models/people/people-read-model.js';
import { computeCaseSensitiveSkeleton } from '#domain/user/user-names.js';
import type { PersonalData } from '#event-store/personal-data/personal-data.js';
import { mapInBatches } from '#platform/cooperative-scheduler.js';
import type { PersonName } from '../query-dependencies.js';
import type { ProjectionProgress } from '../projection-progress.js';

/** Writes of other processes are not notified. */
const CACHE_TTL_MS = 10_000;

const NAMES = 'same-names';

const FROM_LOG = ' (from a log)';

export const markNameAsFromLog = (name: string): string => (name.endsWith(FROM_LOG) ? name : name + FROM_LOG);

export interface PersonNames {
  readonly name: PersonName;
  readonly signInName: PersonName | null;
  readonly fromLog: boolean;
}

export interface LookAlikeNames {
  refresh(): Promise<void>;
  changed(): void;
  /** With the sign-in name if another person's name looks alike. */
  disambiguate(id: string, name: PersonNames): PersonName;
}

export function createLookAlikeNames(
  readModels: Pick<ProjectionProgress, 'generation'>,
  personal: Pick<PersonalData, 'openForDisplay'>,
): LookAlikeNames {
  const lookOf = new Map<string, string>();
  const bearers = new Map<string, Set<string>>();
  let [position, readAt] = [0, -Infinity];
  let reading: Promise<void> | undefined;

  function note(id: string, name: unknown): void {
    const before = lookOf.get(id);
    const look = typeof name === 'string' ? computeCaseSensitiveSkeleton(name) : undefined;
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
    const alike = bearers.get(lookOf.get(id) ?? computeCaseSensitiveSkeleton(name));
    return alike !== undefined && (alike.size > 1 || (alike.size === 1 && !alike.has(id)));
  }

  return {
    async refresh() {
      if (performance.now() - readAt < CACHE_TTL_MS) return;
      // Pages share it, so it outlives the request that began it.
      await (reading ??= withQueryContext({ asker: NAMES }, read).finally(() => (reading = undefined)));
    },
    changed: () => void (readAt = -Infinity),
    disambiguate(id, { name, signInName, fromLog }) {
      if (typeof name !== 'string' || !isShared(id, name)) return name;
      if (fromLog) return markNameAsFromLog(name);
      return `${name} (${typeof signInName === 'string' ? signInName : id.slice(-6)})`;
    },
  };
}
