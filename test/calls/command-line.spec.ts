import { afterAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 as uuid } from 'uuid';
import { withCaughtUpInstallation } from '#cli/with-installation.js';
import { OpenRecord, TakeAction } from '#domain/record/record-commands.js';
import { daybook, start } from '../cli/daybook-command.js';
import { documentWith } from './calling.js';
import { json, otherSide } from './other-side.js';

const folder = mkdtempSync(join(tmpdir(), 'daybook-calls-'));
afterAll(() => rmSync(folder, { recursive: true }));

const context = () => ({ actor: 'system', commandId: uuid() });
const serve = (data: string, environment: Record<string, string> = { DAYBOOK_CALLS_ALLOW: '127.0.0.0/8' }) =>
  start(['serve', '--no-demo', '--port', '0'], { data, environment });
const ended = async ({ process, ended: end }: ReturnType<typeof serve>, signal: 'SIGTERM' | 'SIGKILL') => {
  process.kill(signal);
  await end;
};

/** A folder whose log was known before it requested one call. */
async function asking(name: string, url: string): Promise<string> {
  const [data, file] = [join(folder, name), join(folder, `${name}.md`)];
  writeFileSync(
    file,
    documentWith(
      `calls: { order: { on: Order.place, post: "${url}/orders", body: record.what, retries: { times: 3, wait: PT1S } } }`,
    ),
  );
  expect((await daybook(['publish', file], { data })).code).toBe(0);
  const first = serve(data);
  await first.says(/makes the first one/);
  await ended(first, 'SIGTERM');
  const at = { application: 'shop', entity: 'Order', id: uuid() };
  await withCaughtUpInstallation({ data }, async ({ send }) => {
    await send(new OpenRecord({ ...at, input: { what: 'tea' }, context: context() }));
    await send(new TakeAction({ ...at, action: 'place', input: {}, baseVersion: 1, context: context() }));
  });
  return data;
}

describe('daybook calls', () => {
  it('lists what waits and sends nothing; a copy and a replay send nothing either; serve does, once', async () => {
    const shop = await otherSide(json(200, {}));
    const data = await asking('one', shop.url);
    const listed = await daybook(['calls'], { data });
    expect(listed.out).toMatch(/shop\.order +waiting +0/);
    const copy = join(folder, 'copy');
    const copied = await daybook([
      'copy',
      '--from',
      `sqlite:${data}/events.sqlite`,
      '--to',
      `sqlite:${copy}/events.sqlite`,
    ]);
    expect(copied.out).toContain('1 call or mail still to be sent by the source is not sent by the copy');
    expect((await daybook(['replay'], { data })).code).toBe(0);
    expect(shop.asked).toHaveLength(0);
    const silent = serve(data, { DAYBOOK_CALLS: '0' });
    await silent.says(/Calls and mails wait/);
    await ended(silent, 'SIGTERM');
    const serving = serve(data);
    await shop.times(1);
    await ended(serving, 'SIGTERM');
    expect((await daybook(['calls'], { data })).out).toContain('No call or mail is waiting');
    expect(shop.asked).toHaveLength(1);
    await shop.close();
  });

  it('makes a call again, with the same key, whose process was killed before the answer; and it is answered once', async () => {
    const shop = await otherSide(() => {});
    const data = await asking('killed', shop.url);
    const killed = serve(data);
    await shop.times(1);
    await ended(killed, 'SIGKILL');
    shop.answer(json(200, {}));
    const serving = serve(data);
    await shop.times(2);
    await ended(serving, 'SIGTERM');
    expect(new Set(shop.asked.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    const events = (await daybook(['events', '--json'], { data })).out;
    expect(events.match(/record\.call-answered/g)).toHaveLength(1);
    expect(shop.asked).toHaveLength(2);
    await shop.close();
  });
});
