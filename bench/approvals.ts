// Approvals a second: of many people on one record, whose round grows with each of them, and of each on a record of its own.
import { rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { NestFactory } from '@nestjs/core';
import { CommandBus } from '@nestjs/cqrs';
import { v7 as uuid } from 'uuid';
import { table } from '../src/cli/table.js';
import { CommandHandlingModule } from '../src/command-handling/command-handling.module.js';
import { dispatch, type DaybookCommand } from '../src/command-handling/dispatch.js';
import { OpenRecord, TakeAction } from '../src/domain/record/record-commands.js';
import { PublishSpecification } from '../src/domain/specification/specification-commands.js';
import { RegisterUser } from '../src/domain/user/user-commands.js';
import { InstallationModule } from '../src/installation/installation.module.js';
import { openInstallation } from '../src/installation/installation.js';
import type { Sizes } from './run-sizes.js';
import { configurationOf, newFolder } from './workplace.js';

const AT_ONCE = 16;
const by = (actor: string) => ({ actor, commandId: uuid() });
const on = { application: 'approving', entity: 'Spend' };

type Send = (command: DaybookCommand) => Promise<unknown>;

export async function measureApprovals({ seconds }: Sizes): Promise<void> {
  const folder = newFolder();
  const installation = await openInstallation(configurationOf(folder));
  const module = { module: CommandHandlingModule, imports: [InstallationModule.of(installation)] };
  const context = await NestFactory.createApplicationContext(module, { logger: false });
  const bus = context.get(CommandBus);
  const send: Send = (command) => dispatch(bus, command);
  // The sources of dist/bench stand in bench.
  const text = await readFile(new URL('../../bench/approving.md', import.meta.url), 'utf8');
  await send(new PublishSpecification({ text, context: by('system') }));
  const people = Array.from({ length: Math.min(900, 100 * seconds) }, () => uuid());
  await inTurn(people, (id, index) => {
    const roles = [{ application: 'approving', role: 'boss' }];
    return send(new RegisterUser({ id, name: `Boss ${index}`, roles, context: by('system') }));
  });
  const [one, ...many] = Array.from({ length: people.length + 1 }, () => uuid());
  await inTurn([one!, ...many], (id) =>
    send(new OpenRecord({ ...on, id, input: { title: 'Chairs', amount: 100 }, context: by('system') })),
  );
  await installation.projections.waitFor(await installation.store.head(), 60_000);
  const approve = (id: string, actor: string) =>
    send(new TakeAction({ ...on, id, action: 'approve', input: {}, seen: 1, context: by(actor) }));
  const rows = [
    await measured('each on its own record', people, (person, index) => approve(many[index]!, person)),
    await measured('all on one record', people, (person) => approve(one!, person)),
  ];
  await context.close();
  await installation.close();
  rmSync(folder, { recursive: true });
  console.log(`\nApprovals: decided and durable, ${AT_ONCE} at once`);
  console.log(table(['approvals', 'count', 'a second', 'p50 ms', 'p99 ms'], rows));
}

async function measured(
  name: string,
  people: readonly string[],
  approve: (person: string, index: number) => Promise<unknown>,
): Promise<string[]> {
  const times: number[] = [];
  const started = performance.now();
  await inTurn(people, async (person, index) => {
    const begun = performance.now();
    await approve(person, index);
    times.push(performance.now() - begun);
  });
  const took = (performance.now() - started) / 1000;
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(share * (times.length - 1))]!.toFixed(1);
  return [name, String(people.length), (people.length / took).toFixed(0), at(0.5), at(0.99)];
}

/** So many at once, each taking the next. */
async function inTurn<T>(
  items: readonly T[],
  work: (item: T, index: number) => Promise<unknown>,
): Promise<void> {
  const left = items.entries();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const [index, item] of left) await work(item, index);
    }),
  );
}
