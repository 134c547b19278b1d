// All projections of the application at work: what pages read, and what commands wait for.
import type { Troubles } from '../src/platform/troubles.js';
import type { EventStore } from '../src/event-store/event-store.js';
import { type Lease, PROJECTIONS_LEASE, holdLease } from './lease/lease.js';
import { Lag } from './projector/leader.js';
import type { AnyProjection } from './port/projection.js';
import type { ProjectionHealth } from './projector/projector.js';
import type { StoredBatch } from './projector/written.js';
import { Projector } from './projector/projector.js';
import type { Generation } from './port/generation.js';
import type { ReadModels } from './port/read-models.js';
import type { CollectionShape } from './port/query.js';
import type { Subscription } from './subscription/subscription.js';
import { SharedLog } from './subscription/shared-log.js';

export interface RunningProjections {
  /** What pages are served from. Ask again for every request. */
  generation(projection: string): Generation;
  /** true as soon as pages see everything up to the position, in all (or these) read models; false when the time is up. */
  waitFor(position: number, timeoutMs: number, projections?: readonly string[]): Promise<boolean>;
  /** Whether pages see everything of it that this process has seen in the log so far. Asks nobody. */
  isCurrent(projection: string): boolean;
  /** Milliseconds for which pages have lacked something that this process has seen in the log; 0: they lack nothing, or get on. */
  behindFor(): number;
  onWritten(listener: (written: StoredBatch) => void): () => void;
  health(): Promise<readonly ProjectionHealth[]>;
  /** By which a projection follows the log: to pause it, to try again, to skip an event. */
  subscription(projection: string): Subscription<StoredBatch>;
  /** After `shapeOf` has changed its mind: a specification was published. */
  reshape(): Promise<void>;
  stop(): Promise<void>;
}

export interface ProjectionParts {
  readonly store: EventStore;
  readonly readModels: ReadModels;
  readonly projections: readonly AnyProjection[];
  /** undefined: not known (yet). The same object for as long as nothing changes. */
  readonly shapeOf: (projection: string, collection: string) => CollectionShape | undefined;
  /** Of this installation's projections. Default: one that is held, or waited for, from here to `stop`. */
  readonly lease?: Lease;
  /** Milliseconds in which events gather before they are projected, unless somebody here waits for them; 20. */
  readonly gatherFor?: number;
  readonly clock?: () => string;
  readonly troubles?: Troubles;
}

/** Resolves once every read model can serve pages, or it is known why not (see `health`). */
export async function startProjections(parts: ProjectionParts): Promise<RunningProjections> {
  const { readModels, clock, troubles } = parts;
  const lag = new Lag();
  const store = new SharedLog(parts.store, parts.gatherFor, (events, from) => {
    lag.note(events, from);
    behindFor();
  });
  const lease = parts.lease ?? (await holdLease(readModels, PROJECTIONS_LEASE));
  const projectors = new Map(
    parts.projections.map((projection) => {
      const shapeOf = (collection: string) => parts.shapeOf(projection.name, collection);
      return [
        projection.name,
        new Projector({ projection, store, readModels, shapeOf, lease, clock, troubles }),
      ];
    }),
  );
  const all = [...projectors.values()];
  const behindFor = () => Math.max(0, ...all.map((each) => lag.behindFor(each.projection, each.position)));
  const projector = (name: string): Projector => {
    const found = projectors.get(name);
    if (!found)
      throw new Error(`There is no projection “${name}”. There are: ${[...projectors.keys()].join(', ')}.`);
    return found;
  };
  await Promise.all(all.map((each) => each.start()));
  return {
    subscription: (name) => projector(name).subscription,
    generation: (name) => projector(name).generation(),
    async waitFor(position, timeoutMs, names = [...projectors.keys()]) {
      void store.hurry(position);
      const reached = await Promise.all(
        names.map((name) => projector(name).subscription.notifier.waitFor(position, timeoutMs)),
      );
      return reached.every(Boolean);
    },
    isCurrent(name) {
      const { projection, position } = projector(name);
      return !lag.isBehind(projection, position);
    },
    behindFor,
    onWritten(listener) {
      const ends = all.map((each) => each.subscription.notifier.listen(listener));
      return () => ends.forEach((end) => end());
    },
    health: () => Promise.all(all.map((each) => each.health())),
    async reshape() {
      for (const each of all) await each.reshape();
    },
    async stop() {
      await Promise.all(all.map((each) => each.stop()));
      await store.stop();
      if (!parts.lease) await lease.giveBack();
    },
  };
}
