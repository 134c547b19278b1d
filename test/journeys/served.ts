// Daybook as `npm start` serves it, with its examples, in a folder of its own.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandBus } from '@nestjs/cqrs';
import { WritingPorts } from '#command-handling/writing-ports.js';
import { loadExamples } from '#cli/demo/load-examples.js';
import { listen } from '#cli/serve.js';
import { atWork } from '#cli/with-commands.js';
import { configure } from '#configuration/configuration.js';
import type { EventStore } from '#event-store/event-store.js';

export interface Served {
  readonly url: string;
  readonly store: Pick<EventStore, 'read'>;
  close(): Promise<void>;
}

export async function serveExamples(): Promise<Served> {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-journey-'));
  const serving = await listen({
    ...configure({ data: folder, port: '0' }, {}),
    rates: { person: 0, address: 0 },
    log: 'silent',
  });
  const [bus, ports] = [serving.app.get(CommandBus), serving.app.get(WritingPorts)];
  await loadExamples(atWork(serving.installation, bus), ports, () => undefined);
  return {
    url: serving.url,
    store: serving.installation.store,
    async close() {
      await serving.close();
      rmSync(folder, { recursive: true });
    },
  };
}
