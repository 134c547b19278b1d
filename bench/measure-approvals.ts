// Approvals a second: of many people on one record, whose round grows with each of them, and of each on a record of its own.
import { v7 as uuid } from 'uuid';
import { formatTextTable } from '../src/platform/format-text-table.js';
import { OpenRecord, TakeAction } from '../src/domain/record/record-commands.js';
import { RegisterUser } from '../src/domain/user/user-commands.js';
import { contextOf, runWithoutPages, inTurn } from './daybook-without-pages.js';
import type { Sizes } from './run-sizes.js';

const AT_ONCE = 16;
const on = { application: 'approving', entity: 'Spend' };

export async function measureApprovals({ seconds }: Sizes): Promise<void> {
  const { send, publish, settled, close } = await runWithoutPages();
  await publish('approving.md');
  const people = Array.from({ length: Math.min(900, 100 * seconds) }, () => uuid());
  await inTurn(people, AT_ONCE, (id, index) => {
    const roles = [{ application: 'approving', role: 'boss' }];
    return send(new RegisterUser({ id, name: `Boss ${index}`, roles, context: contextOf('system') }));
  });
  const [one, ...many] = Array.from({ length: people.length + 1 }, () => uuid());
  await inTurn([one!, ...many], AT_ONCE, (id) =>
    send(
      new OpenRecord({ ...on, id, input: { title: 'Chairs', amount: 100 }, context: contextOf('system') }),
    ),
  );
  await settled();
  const approve = (id: string, actor: string) =>
    send(
      new TakeAction({ ...on, id, action: 'approve', input: {}, baseVersion: 1, context: contextOf(actor) }),
    );
  const rows = [
    await measured('each on its own record', people, (person, index) => approve(many[index]!, person)),
    await measured('all on one record', people, (person) => approve(one!, person)),
  ];
  await close();
  console.log(`\nApprovals: decided and durable, ${AT_ONCE} at once`);
  console.log(formatTextTable(['approvals', 'count', 'a second', 'p50 ms', 'p99 ms'], rows));
}

async function measured(
  name: string,
  people: readonly string[],
  approve: (person: string, index: number) => Promise<unknown>,
): Promise<string[]> {
  const times: number[] = [];
  const started = performance.now();
  await inTurn(people, AT_ONCE, async (person, index) => {
    const begun = performance.now();
    await approve(person, index);
    times.push(performance.now() - begun);
  });
  const took = (performance.now() - started) / 1000;
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(share * (times.length - 1))]!.toFixed(1);
  return [name, String(people.length), (people.length / took).toFixed(0), at(0.5), at(0.99)];
}
