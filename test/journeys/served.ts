// As `npm start`, with examples, in a temporary folder.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from '#server.js';
import { readConfiguration } from '#configuration/configuration.js';
import type { EventStore } from '#event-store/event-store.js';
import { examples } from './examples.js';

export interface Served {
  readonly url: string;
  readonly store: Pick<EventStore, 'read' | 'all' | 'head'>;
  close(): Promise<void>;
}

/** `environment`: settings, as people write them. */
export async function serveExamples(environment: Readonly<Record<string, string>> = {}): Promise<Served> {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-journey-'));
  cpSync(await examples(), folder, { recursive: true });
  const serving = await startServer({
    ...readConfiguration({ data: folder, port: '0' }, environment),
    rates: { person: 0, address: 0 },
    log: 'silent',
  });
  return {
    url: serving.url,
    store: serving.installation.store,
    async close() {
      await serving.close();
      rmSync(folder, { recursive: true });
    },
  };
}
