// Store, read models and projections in a temporary folder.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allProjections } from '#projections/all-projections.js';
import type { ReadModels } from '#projections/port/read-models.js';
import {
  type StartProjectionsOptions,
  type RunningProjections,
  startProjections,
} from '#projections/running-projections.js';
import { openSqliteReadModels } from '#projections/engines/sqlite/sqlite-read-models.js';
import type { NewEvent } from '#domain/event.js';
import type { EventStore } from '#event-store/event-store.js';
import { openSqliteEventStore } from '#event-store/sqlite/sqlite-event-store.js';
import { shapeOf } from './test-shapes.js';

export interface Installation {
  readonly folder: string;
  readonly store: EventStore;
  readonly readModels: ReadModels;
  start(parts?: Partial<StartProjectionsOptions>): Promise<RunningProjections>;
  /** As another process opens them. */
  elsewhere(): ReadModels;
  append(stream: string, ...events: NewEvent[]): Promise<number>;
  end(): Promise<void>;
}

export function makeInstallation(): Installation {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-projections-'));
  const store = openSqliteEventStore(join(folder, 'events.sqlite'));
  const opened: ReadModels[] = [];
  const elsewhere = () => {
    const made = openSqliteReadModels(join(folder, 'read-models'));
    opened.push(made);
    return made;
  };
  const readModels = elsewhere();
  const running: RunningProjections[] = [];
  return {
    folder,
    store,
    readModels,
    elsewhere,
    async start(parts = {}) {
      const started = await startProjections({
        store,
        readModels,
        projections: allProjections,
        shapeOf,
        ...parts,
      });
      running.push(started);
      return started;
    },
    async append(stream, ...events) {
      const { version } = await store.read(stream);
      return (await store.append(stream, events, version)).position;
    },
    async end() {
      for (const each of running) await each.stop();
      for (const each of opened) await each.close();
      await store.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** As text. */
export async function contents(readModels: ReadModels, projection: string): Promise<string[]> {
  const active = await readModels.active(projection);
  const generation = await readModels.open(projection, active!.number, () => undefined);
  const lines: string[] = [];
  for (const collection of await generation.collections())
    for await (const document of generation.scan(collection))
      lines.push(`${collection} ${JSON.stringify(document)}`);
  await generation.close();
  return lines;
}
