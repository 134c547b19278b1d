import { setTimeout as wait } from 'node:timers/promises';
import { Inject, Injectable, type BeforeApplicationShutdown, type OnModuleDestroy } from '@nestjs/common';
import type { Response } from 'express';
import { throwUncaught } from '#platform/throw-uncaught.js';
import { PROJECTION_PROGRESS } from '#query-handling/query-dependencies.js';
import type { ProjectionProgress } from '#query-handling/projection-progress.js';
import { LiveConnections, liveMessage, type LiveConnection } from '../http/live-connections.js';

interface Watcher extends LiveConnection {
  /** `newest`: position of the newest event. */
  readonly describeNew: (newest: number) => Promise<string | undefined>;
}

export interface WatchedTimeline {
  readonly still: LiveConnection['still'];
  /** undefined: nothing new that the filters find and the viewer may see. */
  readonly describeNew: Watcher['describeNew'];
}

/** Between two counts of new events. */
const PAUSE_MS = 1_000;
const MAX_WAIT_MS = 10_000;
/** Read models that permissions depend on. */
const PERMISSION_READ_MODELS = ['people', 'specifications', 'records'];

@Injectable()
export class LiveTimeline implements BeforeApplicationShutdown, OnModuleDestroy {
  private readonly connections = new LiveConnections();
  private readonly watchers = new Set<Watcher>();
  private readonly stop: () => void;
  /** Of the newest event that is not announced. */
  private pending = 0;
  private isAnnouncing = false;

  constructor(@Inject(PROJECTION_PROGRESS) private readonly readModels: ProjectionProgress) {
    this.stop = readModels.onWritten(({ projection, documents }) => {
      if (this.watchers.size === 0) return;
      if (projection === 'people') this.connections.recheck(new Set(documents.map(({ id }) => id)));
      if (projection === 'timeline') {
        for (const { id } of documents) this.pending = Math.max(this.pending, Number(id));
        this.announce().catch(throwUncaught);
      }
    });
  }

  /** Throws `Refused` TOO_MANY_ATTEMPTS above the limit. */
  watch(response: Response, person: string, watched: WatchedTimeline): void {
    const watcher = { person, response, ...watched };
    if (!this.connections.open(watcher, '', () => this.watchers.delete(watcher))) return;
    this.watchers.add(watcher);
    this.catchUp(watcher).catch(throwUncaught);
  }

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

  /** Of events written before the page connected, or while it reconnected. */
  private async catchUp(watcher: Watcher): Promise<void> {
    const position = this.readModels.position('timeline');
    if (await this.waitForPermissions(position)) await this.tell(watcher, position);
  }

  private async announce(): Promise<void> {
    if (this.isAnnouncing) return;
    this.isAnnouncing = true;
    while (this.pending > 0 && this.watchers.size > 0) {
      const position = this.pending;
      this.pending = 0;
      if (await this.waitForPermissions(position))
        for (const watcher of this.watchers) await this.tell(watcher, position);
      await wait(PAUSE_MS, undefined, { ref: false });
    }
    this.isAnnouncing = false;
  }

  private async waitForPermissions(position: number): Promise<boolean> {
    return this.readModels.waitFor(position, MAX_WAIT_MS, PERMISSION_READ_MODELS).catch(() => false);
  }

  /** No message while the read model is unavailable; the page itself reports it. */
  private async tell(watcher: Watcher, newest: number): Promise<void> {
    const text = await watcher.describeNew(newest).catch(() => undefined);
    if (text !== undefined) await this.connections.send(watcher, liveMessage({ text }));
  }
}
