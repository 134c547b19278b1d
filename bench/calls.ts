// Calls to a server that answers at once, and to one that takes a second: how many a second, and what memory they take.
import { rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { NestFactory } from '@nestjs/core';
import { CommandBus } from '@nestjs/cqrs';
import { v7 as uuid } from 'uuid';
import { callsIn } from '../projections/calls/calls-read-model.js';
import { startCalls } from '../src/cli/calls/start-calls.js';
import { table } from '../src/cli/table.js';
import { CommandHandlingModule } from '../src/command-handling/command-handling.module.js';
import { dispatch } from '../src/command-handling/dispatch.js';
import { WritingPorts } from '../src/command-handling/writing-ports.js';
import { OpenRecord } from '../src/domain/record/record-commands.js';
import { PublishSpecification } from '../src/domain/specification/specification-commands.js';
import { InstallationModule } from '../src/installation/installation.module.js';
import { openInstallation } from '../src/installation/installation.js';
import type { Sizes } from './run-sizes.js';
import { configurationOf, newFolder } from './workplace.js';

/** The sources of dist/bench stand in bench. */
const document = async (url: string): Promise<string> =>
  (await readFile(new URL('../../bench/calling.md', import.meta.url), 'utf8')).replace('ADDRESS', url);

export async function measureCalls({ seconds }: Sizes): Promise<void> {
  const rows = [await calls('at once', 0, 250 * seconds), await calls('after a second', 1_000, 8 * seconds)];
  console.log('\nCalls: one event that asks for it, one that says what came of it');
  console.log(table(['server answers', 'calls', 'a second', 'peak MiB'], rows));
}

async function calls(name: string, delay: number, count: number): Promise<string[]> {
  const folder = newFolder();
  const server = createServer((request, response) => {
    request.resume().on('end', () => void sleep(delay).then(() => response.end('{}')));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const installation = await openInstallation(configurationOf(folder));
  const module = { module: CommandHandlingModule, imports: [InstallationModule.of(installation)] };
  const context = await NestFactory.createApplicationContext(module, { logger: false });
  const [bus, ports] = [context.get(CommandBus), context.get(WritingPorts)];
  const parts = {
    ...installation,
    ports,
    bus,
    settings: { allow: ['127.0.0.0/8'], from: 'bench@example.org' },
  };
  const settled = async () => installation.projections.waitFor(await installation.store.head(), 60_000);
  // The log is met while nothing is asked for.
  await (await startCalls(parts)).stop();
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const by = (commandId: string) => ({ actor: 'system', commandId });
  await dispatch(bus, new PublishSpecification({ text: await document(url), context: by('bench-publish') }));
  await settled();
  const of = { application: 'calling', entity: 'Order', input: { what: 'tea' } };
  const open = async () => dispatch(bus, new OpenRecord({ ...of, id: uuid(), context: by(uuid()) }));
  for (let opened = 0; opened < count; opened += 50)
    await Promise.all(Array.from({ length: Math.min(50, count - opened) }, open));
  await settled();
  let memory = 0;
  const started = performance.now();
  const running = await startCalls(parts);
  for (;;) {
    memory = Math.max(memory, process.memoryUsage().rss);
    if ((await callsIn(installation.projections).count({ open: true }, 1)).count === 0) break;
    await sleep(20);
  }
  const took = (performance.now() - started) / 1000;
  await running.stop();
  await context.close();
  await installation.close();
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
  return [name, count.toLocaleString('en'), (count / took).toFixed(1), (memory / 1024 / 1024).toFixed(0)];
}
