// Questions at a terminal, and errors for scripts.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import type { RecordedEvent } from '#domain/event.js';
import { ErasePerson, LockPerson, RegisterUser } from '#domain/user/user-commands.js';
import { openSqliteEventStore } from '#event-store/sqlite/sqlite-event-store.js';
import { withCaughtUpInstallation } from '#cli/with-installation.js';
import { sampleCases } from '../property-runs.js';
import { daybook, done, newFolder, PERMITS, remove } from './daybook-command.js';

const folder = newFolder();
const data = join(folder, 'data');
const [RUTH, LOU, MAX, LOG] = [uuid(), uuid(), uuid(), uuid()];
afterAll(() => remove(folder));

/** Of the whole log. */
async function written(): Promise<readonly RecordedEvent[]> {
  const store = openSqliteEventStore(join(data, 'events.sqlite'), { isReadOnly: true });
  const head = await store.head();
  const events: RecordedEvent[] = [];
  for await (const batch of store.all()) {
    events.push(...batch);
    if (batch.at(-1)!.position >= head) break;
  }
  await store.close();
  return events;
}
const erased = async () => (await written()).filter(({ type }) => type.startsWith('user.eras'));

const WHY = /Why\? It stands in the log: /;
const CERTAIN = /Erase .+\? \(yes\/no\) /;

describe('the command line', () => {
  beforeAll(async () => {
    await done(['publish', PERMITS], { data });
    await withCaughtUpInstallation({ data }, async ({ send }) => {
      const context = () => ({ actor: 'system', commandId: uuid() });
      for (const [id, name, more] of [
        [RUTH, 'Ruth Adler', { signInName: 'ruth' }],
        [LOU, 'Lou Locked', { signInName: 'lou' }],
        [MAX, 'Max Gone', { signInName: 'max' }],
        [LOG, 'Lea Log', { fromLog: true }],
      ] as const)
        await send(new RegisterUser({ id, name, ...more, context: context() }));
      await send(new LockPerson({ id: LOU, reason: 'Left', context: context() }));
      await send(new ErasePerson({ id: MAX, reason: 'Asked', context: context() }));
    });
  });

  describe('where nobody is at a terminal', () => {
    it('wants the reason of an erasure as an option', async () => {
      const before = await erased();
      const refused = await daybook(['erase', 'ruth', '--yes'], { data });
      expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('Give one: --reason')]);
      expect(await erased()).toEqual(before);
    });

    it('wants --yes, and erases nobody without it', async () => {
      const before = await erased();
      const refused = await daybook(['erase', 'ruth', '--reason', 'Asked'], { data });
      expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('add --yes')]);
      expect(await erased()).toEqual(before);
    });

    it('publishes without asking for a reason', async () => {
      const file = join(folder, 'silent.md');
      writeFileSync(file, `${readFileSync(PERMITS, 'utf8')}\nSilent.\n`);
      expect((await daybook(['publish', file], { data })).code).toBe(0);
      expect((await written()).at(-1)!.metadata.reason).toBeUndefined();
    });
  });

  describe('where a person is at a terminal', () => {
    const OTHER_ANSWERS = [
      ['no', 'no'],
      ['anything but yes', 'y'],
      ['nothing', ''],
      ['the end of input', null],
    ] as const;
    it.each(sampleCases(OTHER_ANSWERS, 1))('erases nobody where the answer is %s', async (_, answer) => {
      const before = await erased();
      const answers = [[CERTAIN, answer]] as const;
      const refused = await daybook(['erase', 'ruth', '--reason', 'Asked'], { data, answers });
      expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('nothing was erased')]);
      expect(refused.err).toContain('Ruth Adler');
      expect(await erased()).toEqual(before);
    });

    it('erases nobody where no reason is typed', async () => {
      const before = await erased();
      const answers = [
        [WHY, ''],
        [CERTAIN, 'yes'],
      ] as const;
      const refused = await daybook(['erase', 'ruth'], { data, answers });
      expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('reason')]);
      expect(await erased()).toEqual(before);
    });

    it('asks why, and whether it is the right person, and erases them then', async () => {
      const answers = [
        [WHY, 'They asked for it'],
        [CERTAIN, 'YES'],
      ] as const;
      const ended = await daybook(['erase', 'ruth'], { data, answers });
      expect([ended.code, ended.out]).toEqual([0, expect.stringContaining('is erased')]);
      expect((await erased()).at(-2)!.metadata.reason).toBe('They asked for it');
    });

    it.each([
      ['Two roles more', 'Two roles more'],
      ['', undefined],
    ])('asks why a new version is published; the answer “%s” is written down so', async (answer, reason) => {
      const file = join(folder, 'asked.md');
      writeFileSync(file, `${readFileSync(PERMITS, 'utf8')}\nEdition “${answer}”.\n`);
      const answers = [[/What changes, and why\?/, answer]] as const;
      expect((await daybook(['publish', file], { data, answers })).code).toBe(0);
      expect((await written()).at(-1)!.metadata.reason).toBe(reason);
    });
  });

  it.each([
    ['is locked', 'lou', 'is locked'],
    ['was erased', MAX, 'was erased'],
    ['is only known from a log', LOG, 'only known from an imported log'],
  ])('refuses to act for somebody who %s, and writes nothing', async (_, name, why) => {
    const before = await written();
    const refused = await daybook(['lock', 'lou', '--reason', 'Twice', '--as', name], { data });
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining(why)]);
    expect(await written()).toEqual(before);
  });
});
