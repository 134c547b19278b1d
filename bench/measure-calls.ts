// Calls to a server that answers at once, and to one that takes a second: how many a second, and what memory they take.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { v7 as uuid } from 'uuid';
import { createCallsReadModel } from '../projections/read-models/calls/calls-projection.js';
import { Outbox } from '../src/outbox/outbox.js';
import { formatTextTable } from '../src/platform/format-text-table.js';
import { OpenRecord } from '../src/domain/record/record-commands.js';
import { contextOf, runWithoutPages, inTurn } from './daybook-without-pages.js';
import type { Sizes } from './run-sizes.js';
import { timeUntilDone } from './time-until-done.js';

const AT_ONCE = 50;

export async function measureCalls({ seconds }: Sizes): Promise<void> {
  const rows = [await calls('at once', 0, 250 * seconds), await calls('after a second', 1_000, 8 * seconds)];
  console.log('\nCalls: one event that asks for it, one that says what came of it');
  console.log(formatTextTable(['server answers', 'calls', 'a second', 'peak MiB'], rows));
}

async function calls(name: string, delay: number, count: number): Promise<string[]> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => void sleep(delay).then(() => response.end('{}')));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { installation, ports, bus, send, publish, settled, close } = await runWithoutPages();
  const settings = { allow: ['127.0.0.0/8'], from: 'bench@example.org' };
  const outbox = () => new Outbox({ ...installation, ports, bus }, { settings }).start();
  // The log is met while nothing is asked for.
  await (await outbox()).stop();
  await publish('calling.md', ['ADDRESS', `http://127.0.0.1:${(server.address() as AddressInfo).port}/`]);
  const of = { application: 'calling', entity: 'Order', input: { what: 'tea' } };
  const ids = Array.from({ length: count }, () => uuid());
  await inTurn(ids, AT_ONCE, (id) => send(new OpenRecord({ ...of, id, context: contextOf('system') })));
  await settled();
  const begun = performance.now();
  const running = await outbox();
  const isDone = async () =>
    (await createCallsReadModel(installation.projections).count({ open: true }, 1)).count === 0;
  const { took, peak } = await timeUntilDone(begun, isDone);
  await running.stop();
  await close();
  server.closeAllConnections();
  server.close();
  return [name, count.toLocaleString('en'), (count / took).toFixed(1), peak];
}
