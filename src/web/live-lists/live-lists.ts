import { setTimeout as wait } from 'node:timers/promises';
import { Inject, Injectable, type BeforeApplicationShutdown, type OnModuleDestroy } from '@nestjs/common';
import type { Response } from 'express';
import { throwUncaught } from '#platform/throw-uncaught.js';
import { PROJECTION_PROGRESS } from '#query-handling/query-dependencies.js';
import type { ProjectionProgress } from '#query-handling/projection-progress.js';
import { findRecordsCollection, type RecordsOf } from '#query-handling/records/record-versions.js';
import { LiveConnections, liveMessage, type LiveConnection } from '../http/live-connections.js';

export interface WatchedList {
  readonly of: RecordsOf;
  readonly still: LiveConnection['still'];
  /** What the page does not show yet. undefined: nothing. */
  readonly begin: () => Promise<string | undefined>;
  /** `changed`: ids of records. */
  readonly describeNew: (changed: readonly string[]) => Promise<string | undefined>;
}

type Watcher = LiveConnection & WatchedList;

/** Between two looks at the lists. */
const PAUSE_MS = 1_000;
const MAX_WAIT_MS = 10_000;
/** Read models that permissions depend on. */
const PERMISSION_READ_MODELS = ['people', 'specifications'];

@Injectable()
export class LiveLists implements BeforeApplicationShutdown, OnModuleDestroy {
  private readonly connections = new LiveConnections();
  private readonly watchers = new Set<Watcher>();
  private readonly stop: () => void;
  /** By collection: ids of records that changed. */
  private pending = new Map<string, Set<string>>();
  private isAnnouncing = false;

  constructor(@Inject(PROJECTION_PROGRESS) private readonly readModels: ProjectionProgress) {
    this.stop = readModels.onWritten(({ projection, documents }) => {
      if (this.watchers.size === 0) return;
      if (projection === 'people') this.connections.recheck(new Set(documents.map(({ id }) => id)));
      if (projection === 'specifications') this.connections.recheck();
      if (projection !== 'records') return;
      for (const { collection, id } of documents)
        this.pending.set(collection, (this.pending.get(collection) ?? new Set()).add(id));
      this.announce().catch(throwUncaught);
    });
  }

  /** Throws `Refused` TOO_MANY_ATTEMPTS above the limit. */
  watch(response: Response, person: string, list: WatchedList): void {
    const watcher = { person, response, ...list };
    if (!this.connections.open(watcher, '', () => this.watchers.delete(watcher))) return;
    this.watchers.add(watcher);
    this.tell(watcher, () => watcher.begin()).catch(throwUncaught);
  }

  /** Open connections would block the shutdown. */
  beforeApplicationShutdown(): void {
    this.close();
  }

  onModuleDestroy(): void {
    this.close();
  }

  private close(): void {
    this.stop();
    this.connections.close();
  }

  private async announce(): Promise<void> {
    if (this.isAnnouncing) return;
    this.isAnnouncing = true;
    while (this.pending.size > 0 && this.watchers.size > 0) {
      const changed = this.pending;
      this.pending = new Map();
      if (await this.waitForPermissions()) await this.tellAll(changed);
      await wait(PAUSE_MS, undefined, { ref: false });
    }
    this.isAnnouncing = false;
  }

  private async tellAll(changed: ReadonlyMap<string, ReadonlySet<string>>): Promise<void> {
    for (const watcher of this.watchers) {
      const ids = changed.get(findRecordsCollection(this.readModels, watcher.of));
      if (ids) await this.tell(watcher, () => watcher.describeNew([...ids]));
    }
  }

  /** Read models advance separately: a revoked role may be unknown when the change arrives. */
  private waitForPermissions(): Promise<boolean> {
    const position = this.readModels.position('records');
    return this.readModels.waitFor(position, MAX_WAIT_MS, PERMISSION_READ_MODELS).catch(() => false);
  }

  /** No message while the read model is unavailable; the page itself reports it. */
  private async tell(watcher: Watcher, describe: () => Promise<string | undefined>): Promise<void> {
    const text = await describe().catch(() => undefined);
    if (text !== undefined) await this.connections.send(watcher, liveMessage({ text }));
  }
}
