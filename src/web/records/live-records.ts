// Server-sent events with a record's new version, never its content.
import { Inject, Injectable, type BeforeApplicationShutdown, type OnModuleDestroy } from '@nestjs/common';
import type { Response } from 'express';
import { PROJECTION_PROGRESS } from '#query-handling/query-dependencies.js';
import {
  formatChangeKey,
  formatChangeKeyOfDocument,
  findRecordVersion,
  type RecordsOf,
} from '#query-handling/records/record-versions.js';
import { LiveConnections, liveMessage, type LiveConnection } from '../http/live-connections.js';
import type { ProjectionProgress } from '#query-handling/projection-progress.js';
import { throwUncaught } from '#platform/throw-uncaught.js';

interface Watcher extends LiveConnection {
  readonly of: RecordsOf;
}

export interface WatchedRecord {
  readonly of: RecordsOf;
  readonly id: string;
  readonly version: number;
  readonly still: Watcher['still'];
}

/** Read models that permissions depend on. */
const PERMISSION_READ_MODELS = ['people', 'specifications'];
/** Maximum time (ms) to wait for the permission read models to reach the change's position. */
const MAX_WAIT_MS = 10_000;

@Injectable()
export class LiveRecords implements BeforeApplicationShutdown, OnModuleDestroy {
  private readonly watchers = new Map<string, Set<Watcher>>();
  private readonly connections = new LiveConnections();
  private readonly stop: () => void;

  constructor(@Inject(PROJECTION_PROGRESS) private readonly readModels: ProjectionProgress) {
    this.stop = readModels.onWritten(({ projection, documents }) => {
      if (this.connections.size === 0) return;
      if (projection === 'records')
        for (const { collection, id } of documents)
          this.tell(formatChangeKey(collection, id), id).catch(throwUncaught);
      if (projection === 'people') this.connections.recheck(new Set(documents.map(({ id }) => id)));
      if (projection === 'specifications') this.connections.recheck();
    });
  }

  /** Throws `Refused` TOO_MANY_ATTEMPTS above the limit. */
  watch(response: Response, person: string, { of, id, version, still }: WatchedRecord): void {
    const key = formatChangeKeyOfDocument(this.readModels, of, id);
    const watcher = { of, person, response, still };
    if (!this.connections.open(watcher, liveMessage({ version }), () => this.forget(key, watcher))) return;
    const watchers = this.watchers.get(key) ?? new Set<Watcher>();
    this.watchers.set(key, watchers.add(watcher));
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

  private forget(key: string, watcher: Watcher): void {
    const watchers = this.watchers.get(key);
    if (!watchers?.delete(watcher)) return;
    if (watchers.size === 0) this.watchers.delete(key);
  }

  private async tell(key: string, id: string): Promise<void> {
    const watchers = this.watchers.get(key);
    const [first] = watchers ?? [];
    if (!watchers || !first) return;
    // No message while the read model is unavailable; the page itself reports it.
    const news = await findRecordVersion(this.readModels, first.of, id).catch(() => undefined);
    if (!news || !(await this.knownSince(news.position))) return;
    const message = liveMessage({ version: news.version });
    await Promise.all([...watchers].map((watcher) => this.connections.send(watcher, message)));
  }

  /** Read models advance separately: a revoked role may be unknown when the change arrives. */
  private knownSince(position: number): Promise<boolean> {
    return this.readModels.waitFor(position, MAX_WAIT_MS, PERMISSION_READ_MODELS).catch(() => false);
  }
}
