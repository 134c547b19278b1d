// A batch of events becomes writes: each document is read once, takes all its events in memory, and is written once.
import { LRUCache } from 'lru-cache';
import type { Recorded } from '../src/domain/event.js';
import type { AnyProjection } from './projection.js';
import type { Generation, Write } from './read-model.js';

type Held = Parameters<AnyProjection['apply']>[0];

/** Documents seen lately, as they are in the generation: spares reading them again for the next batch. */
export type Recent = LRUCache<string, NonNullable<Held>>;

export const recentDocuments = (max: number): Recent => new LRUCache({ max });

export interface Folded {
  readonly writes: readonly Write[];
  /** Position of the last event that was taken or left out; undefined: none. */
  readonly position: number | undefined;
  /** The event that broke it: nothing after it was taken. */
  readonly failure?: { readonly event: Recorded; readonly error: unknown };
}

interface Changed {
  readonly collection: string;
  readonly id: string;
  document: Held;
  dirty: boolean;
}

/** `isSkipped`: events to leave out. The writes have to be stored before the next batch is folded: see `keep`. */
export async function fold(
  projection: AnyProjection,
  generation: Pick<Generation, 'get'>,
  events: readonly Recorded[],
  { recent, isSkipped }: { recent: Recent; isSkipped: (position: number) => boolean },
): Promise<Folded> {
  const touched = new Map<string, Changed>();
  let position: number | undefined;
  for (const event of events) {
    try {
      if (!isSkipped(event.position)) await take(event);
    } catch (error) {
      return { writes: writesOf(touched), position, failure: { event, error } };
    }
    position = event.position;
  }
  return { writes: writesOf(touched), position };

  async function take(event: Recorded): Promise<void> {
    const target = projection.target(event);
    if (target === undefined) return;
    const key = keyOf(target);
    let held = touched.get(key);
    if (held === undefined) {
      const document =
        recent.get(key) ?? (await generation.get<NonNullable<Held>>(target.collection, target.id));
      touched.set(key, (held = { ...target, document, dirty: false }));
    }
    if (held.document !== undefined && held.document.position >= event.position) return;
    const next = projection.apply(held.document, event);
    held.dirty ||= next !== held.document;
    held.document = next;
  }
}

function writesOf(touched: ReadonlyMap<string, Changed>): Write[] {
  const writes: Write[] = [];
  for (const { collection, id, document, dirty } of touched.values())
    if (dirty) writes.push({ collection, id, document });
  return writes;
}

/** After the writes are stored. */
export function keep(recent: Recent, writes: readonly Write[]): void {
  for (const { document, ...target } of writes)
    if (document === undefined) recent.delete(keyOf(target));
    else recent.set(keyOf(target), document as NonNullable<Held>);
}

function keyOf({ collection, id }: { readonly collection: string; readonly id: string }): string {
  return `${collection}\n${id}`;
}
