// A claim's stream is named by a digest only; its records have the value.
import { LRUCache } from 'lru-cache';
import type { ClaimEvent } from '#domain/claim/claim-events.js';
import { normalizeUniqueValue } from '#domain/claim/normalize-unique-value.js';
import { parseStreamName, RecordRef } from '#domain/stream-names.js';
import type { EventStore } from '#event-store/event-store.js';
import type { PersonalData } from '#event-store/personal-data/personal-data.js';
import { digestClaim } from './digest-claim.js';

export interface ClaimedValue {
  /** Folded. */
  readonly value: string;
  /** Digested with a key of the installation. */
  readonly keyed: boolean;
}

interface ClaimSources {
  readonly store: Pick<EventStore, 'read'>;
  readonly personal: Pick<PersonalData, 'digest' | 'openForDisplay'>;
}

const MAX_CACHED_CLAIMS = 10_000;
const NOT_FOUND = Symbol('not found');

/** undefined: no record has it any more, or its person was erased. */
export function createClaimedValueFinder(
  sources: ClaimSources,
): (stream: string) => Promise<ClaimedValue | undefined> {
  const known = new LRUCache<string, ClaimedValue | typeof NOT_FOUND>({ max: MAX_CACHED_CLAIMS });
  return async (stream) => {
    const found = known.get(stream) ?? (await findClaimedValue(sources, stream)) ?? NOT_FOUND;
    known.set(stream, found);
    return found === NOT_FOUND ? undefined : found;
  };
}

async function findClaimedValue(
  { store, personal }: ClaimSources,
  stream: string,
): Promise<ClaimedValue | undefined> {
  const parsed = parseStreamName(stream);
  if (parsed?.of !== 'unique') return undefined;
  const { application, entity, digest } = parsed;
  const claims = (await store.read(stream)).events as readonly unknown[] as readonly ClaimEvent[];
  for (const id of new Set(claims.map(({ data }) => data.record))) {
    const ref = RecordRef.from({ application, entity, id });
    if (!ref) continue;
    const events = await personal.openForDisplay((await store.read(ref.name)).events);
    for (const value of new Set(events.flatMap(({ data }) => [...scalarsIn(data)]))) {
      const folded = normalizeUniqueValue(value);
      const keyed = [false, true].find((each) => digestClaim(personal, folded, each) === digest);
      if (keyed !== undefined) return { value: folded, keyed };
    }
  }
  return undefined;
}

function* scalarsIn(json: unknown): Generator<string | number | boolean> {
  if (typeof json === 'string' || typeof json === 'number' || typeof json === 'boolean') yield json;
  else if (typeof json === 'object' && json !== null)
    for (const each of Object.values(json)) yield* scalarsIn(each);
}
