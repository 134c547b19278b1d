// A restored keys file from before a record's erasure would make it readable until the next start.
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import { EraseRecord, OpenRecord } from '#domain/record/record-commands.js';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { RecordRef } from '#domain/stream-names.js';
import { daybook, done } from '../cli/daybook-command.js';
import { newFolder, ORDERS, startDaybook, system } from '../web/daybook.js';

const TEXT = ORDERS.replace(
  '    fields:\n',
  '    fields:\n      passport: { type: text, personal: record }\n',
);
const folder = newFolder();
const keys = join(folder, 'keys.sqlite');
const older = join(folder, 'older.sqlite');

afterAll(() => rmSync(folder, { recursive: true }));

it('when it is put back, then the record is named, and its key is destroyed again at the next start', async () => {
  expect(TEXT).not.toBe(ORDERS);
  const on = { application: 'orders', entity: 'Order', id: uuid() };
  const { name } = RecordRef.of(on);
  const first = await startDaybook({ folder });
  await first.send(new PublishSpecification({ text: TEXT, context: system() }));
  await first.settled();
  const input = { title: 'Paper', passport: 'C01X00T47' };
  await first.send(new OpenRecord({ ...on, input, context: system() }));
  await first.close();
  copyFileSync(keys, older);
  const second = await startDaybook({ folder, peopled: false });
  await second.send(new EraseRecord({ ...on, reason: 'asked for', context: system() }));
  await second.settled();
  expect(second.installation.healthIssues.all()).toEqual([]);
  await second.close();

  copyFileSync(older, keys);
  const status = await daybook(['status'], { data: folder });
  expect([status.code, status.out]).toEqual([1, expect.stringContaining(name)]);
  const third = await startDaybook({ folder, peopled: false });
  try {
    const told = await new Promise<string>((resolve) =>
      third.installation.healthIssues.onRaised(({ adminMessage }) => resolve(adminMessage)),
    );
    expect(told).toContain(name);
    expect(told).toMatch(/They are destroyed again\.$/);
    expect((await third.installation.personal.findKeyStates([name])).get(name)).toBe('destroyed');
  } finally {
    await third.close();
  }
  expect((await daybook(['status'], { data: folder })).code).toBe(0);

  const certified = await done(['erase', name, '--reason', 'asked for', '--yes'], { data: folder });
  expect(certified).toContain(`${name} was erased before.`);
  const fourth = await startDaybook({ folder, peopled: false });
  try {
    await fourth.settled();
    expect((await fourth.installation.personal.findKeyStates([name])).get(name)).toBe('destroyed');
    expect(fourth.installation.healthIssues.all()).toEqual([]);
  } finally {
    await fourth.close();
  }
}, 60_000);
