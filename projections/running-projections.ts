import type { HealthIssues } from '../src/platform/health-issues.js';
import type { EventStore } from '../src/event-store/event-store.js';
import { type Lease, PROJECTIONS_LEASE, holdLease } from './lease/lease.js';
import { type AnyProjection, createTypeFilter } from './port/projection.js';
import { type ProjectionHealth, Projector } from './projector/projector.js';
import type { WrittenBatch } from './projector/written-batch.js';
import type { Generation } from './port/generation.js';
import type { ReadModels } from './port/read-models.js';
import type { CollectionIndexes } from './port/query.js';
import type { Subscription } from './subscription/subscription.js';
import { SharedLogReader } from './subscription/shared-log-reader.js';
import type { RecordedEvent } from '../src/domain/event.js';
import type { ProjectionControlEvent } from '../src/domain/projection/projection-control-events.js';
import { parseStreamName } from '../src/domain/stream-names.js';
import type { FailedDocument } from './port/failed-documents.js';

export interface RunningProjections {
  /** Call it per request. */
  generation(projection: string): Generation;
  waitFor(position: number, timeoutMs: number, projections?: readonly string[]): Promise<boolean>;
  /** Position pages are known to show. Reads nothing. */
  position(projection: string): number;
  /** Pages show all events this process has read. Reads nothing. */
  isCurrent(projection: string): boolean;
  /** Milliseconds for which pages have lacked known events; 0: none lacking, or progressing. */
  behindFor(): number;
  onWritten(listener: (written: WrittenBatch) => void): () => void;
  health(): Promise<readonly ProjectionHealth[]>;
  failedDocuments(projection: string): Promise<readonly FailedDocument[]>;
  subscription(projection: string): Subscription<WrittenBatch>;
  reshape(): Promise<void>;
  stop(): Promise<void>;
}

export interface StartProjectionsOptions {
  readonly store: EventStore;
  readonly readModels: ReadModels;
  readonly projections: readonly AnyProjection[];
  /** undefined: unknown. Returns the same object while nothing changes. */
  readonly shapeOf: (projection: string, collection: string) => CollectionIndexes | undefined;
  /** Default: held or awaited from here to `stop`. */
  readonly lease?: Lease;
  /** Milliseconds in which events gather, unless a caller waits; 20. */
  readonly gatherFor?: number;
  readonly clock?: () => string;
  readonly healthIssues?: HealthIssues;
}

/** Resolves once every read model can serve pages, or failed to (see `health`). */
export async function startProjections(parts: StartProjectionsOptions): Promise<RunningProjections> {
  const lag = new ProjectionLag();
  const store = new SharedLogReader(parts.store, parts.gatherFor, (events, from) => {
    lag.noteEvents(events, from);
    behindFor();
    for (const event of events) noticeControl(event);
  });
  const lease = parts.lease ?? (await holdLease(parts.readModels, PROJECTIONS_LEASE));
  const projectors = createProjectors(parts, store, lease);
  const all = [...projectors.values()];
  const noticeControl = ({ type, data, stream }: RecordedEvent) => {
    const about = type.startsWith('projection.') ? parseStreamName(stream) : undefined;
    if (about?.of === 'projection')
      projectors.get(about.name)?.applyControlEvent({ type, data } as ProjectionControlEvent);
  };
  const behindFor = () =>
    all.reduce((longest, each) => Math.max(longest, lag.behindFor(each.projection, each.position)), 0);
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
      // Only hurries the subscription: the wait below ends in any case.
      store.releaseUpTo(position).catch(() => {});
      const reached = await Promise.all(
        names.map((name) => projector(name).subscription.notifier.waitFor(position, timeoutMs)),
      );
      return reached.every(Boolean);
    },
    position: (name) => projector(name).position,
    isCurrent(name) {
      const { projection, position } = projector(name);
      return !lag.isBehind(projection, position);
    },
    behindFor,
    onWritten(listener) {
      const ends = all.map((each) => each.subscription.notifier.listen(listener));
      return () => ends.forEach((end) => end());
    },
    failedDocuments: (name) => projector(name).failedDocuments(),
    health: () => Promise.all(all.map((each) => each.health())),
    async reshape() {
      for (const each of all) await each.reshape();
    },
    async stop() {
      await Promise.all(all.map((each) => each.stop()));
      await store.stop();
      if (!parts.lease) await lease.release();
    },
  };
}

function createProjectors(
  { projections, readModels, shapeOf, clock, healthIssues }: StartProjectionsOptions,
  store: SharedLogReader,
  lease: Lease,
): ReadonlyMap<string, Projector> {
  const projectorOf = (projection: AnyProjection) =>
    new Projector({
      projection,
      store,
      readModels,
      lease,
      clock,
      healthIssues,
      shapeOf: (collection) => shapeOf(projection.name, collection),
    });
  return new Map(projections.map((projection) => [projection.name, projectorOf(projection)]));
}

/** By the latest relevant event, so that lag is known without queries. */
export class ProjectionLag {
  private readonly latest = new Map<AnyProjection, number>();
  private readonly lackingSince = new Map<AnyProjection, LackingSince>();
  private readonly concerns = new Map<AnyProjection, (event: RecordedEvent) => boolean>();
  private latestPosition = 0;

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** `from`: reading restarts behind this position. */
  noteEvents(events: readonly RecordedEvent[], from = 0): void {
    this.latestPosition = Math.max(this.latestPosition, from, events.at(-1)?.position ?? 0);
    for (const [projection, before] of this.latest) {
      const last = events.findLast(this.isRelevantTo(projection))?.position ?? 0;
      this.latest.set(projection, Math.max(before, from, last));
    }
  }

  isBehind(projection: AnyProjection, position: number): boolean {
    const latest = this.latest.get(projection) ?? this.latestPosition;
    this.latest.set(projection, latest);
    return position < latest;
  }

  /** Milliseconds; 0: no events lacking, or progressing. */
  behindFor(projection: AnyProjection, position: number): number {
    const isBehind = this.isBehind(projection, position);
    const known = this.lackingSince.get(projection);
    if (isBehind && known && known.position > position) return this.now() - known.since;
    if (isBehind) {
      this.lackingSince.set(projection, { position: this.latest.get(projection)!, since: this.now() });
    } else this.lackingSince.delete(projection);
    return 0;
  }

  private isRelevantTo(projection: AnyProjection): (event: RecordedEvent) => boolean {
    const known = this.concerns.get(projection) ?? createRelevanceCheck(projection);
    this.concerns.set(projection, known);
    return known;
  }
}

interface LackingSince {
  readonly position: number;
  readonly since: number;
}

function createRelevanceCheck(projection: AnyProjection): (event: RecordedEvent) => boolean {
  const takesType = createTypeFilter(projection);
  return (event) => {
    if (!takesType(event.type)) return false;
    try {
      return projection.targets(event).length > 0;
    } catch {
      return true;
    }
  };
}
