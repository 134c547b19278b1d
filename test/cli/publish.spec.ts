import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { daybook, done, FIXTURES, newFolder, PERMITS, remove } from './daybook-command.js';

const folder = newFolder();
afterAll(() => remove(folder));
const data = join(folder, 'data');
const permits = readFileSync(PERMITS, 'utf8');
const file = (name: string, content: string) => {
  writeFileSync(join(folder, name), content);
  return name;
};

const publish = (name: string) => daybook(['publish', name], { data, cwd: folder });
const head = async () =>
  (JSON.parse((await daybook(['status', '--json'], { data })).out) as { log: { head: number } }).log.head;

describe('daybook publish', () => {
  it('makes the next version, and of the same document no other one', async () => {
    const first = await publish(file('permits.md', permits));
    expect(first).toMatchObject({
      code: 0,
      err: `daybook: there was no log at ${join(data, 'events.sqlite')} before: it begins with this. Where another one was meant, name its folder with --data.\n`,
      out: 'permits.md is now version 1 of permits, served at /permits.\n',
    });
    const again = await publish('permits.md');
    expect(again).toMatchObject({
      code: 0,
      err: '',
      out: 'permits.md is published already: it is version 1 of permits.\n',
    });
    expect(await head()).toBe(1);
    const next = await publish(file('next.md', permits + '\nOne more sentence.\n'));
    expect(next).toMatchObject({
      code: 0,
      out: 'next.md is now version 2 of permits, served at /permits.\n',
    });
  });

  it('with --dry-run says what it would change, what the records do not allow, and publishes nothing', async () => {
    await done(['import', join(FIXTURES, 'permits-small.xes'), '--into', 'permits.Application'], { data });
    const before = await head();
    const dry = (name: string) => daybook(['publish', name, '--dry-run'], { data, cwd: folder });

    const renamed = await dry(
      file('plan.md', permits.replace('name: Environmental permits', 'name: Journeys')),
    );
    expect(renamed).toMatchObject({ code: 0, err: '' });
    expect(renamed.out).toMatch(
      /^plan\.md would be version 3 of permits: everything in its records has its place\. Nothing was published\.\nWhat plan\.md changes in version 2 of permits:\n[^]*Journeys/,
    );
    const lost = await dry(
      file('dry-lost.md', permits.replace(/^( +caseNumber:\n +type: )text$/m, '$1integer')),
    );
    expect(lost).toMatchObject({ code: 1, out: '' });
    expect(lost.err).toMatch(/caseNumber[^]*dry-lost\.md would not be published: 1 problem\.$/m);
    expect((await dry(file('other.md', permits.replace('key: permits', 'key: journeys')))).out).toMatch(
      /^other\.md would be version 1 of journeys, “.*”, which is not here yet\.\n$/,
    );
    expect(await head()).toBe(before);
  });

  it('refuses what is broken, what recorded values do not allow, and what is no file', async () => {
    await done(['import', join(FIXTURES, 'permits-small.xes'), '--into', 'permits.Application'], { data });
    const before = await head();
    const broken = await publish(file('broken.md', permits.replace('type: choice', 'type: chioce')));
    expect(broken).toMatchObject({ code: 1, out: '' });
    expect(broken.err).toMatch(/^broken\.md:\d+:\d+: .*chioce/);
    expect(broken.err).toMatch(/^broken\.md is not published: \d+ problems?\.$/m);
    const lost = await publish(
      file('lost.md', permits.replace(/^( +caseNumber:\n +type: )text$/m, '$1integer')),
    );
    expect(lost).toMatchObject({ code: 1, out: '' });
    expect(lost.err).toMatch(/^lost\.md:\d+:\d+: .*caseNumber/);
    const nowhere = await publish('nowhere.md');
    expect(nowhere).toMatchObject({ code: 1, out: '' });
    expect(nowhere.err).toMatch(/^nowhere\.md:1:1: cannot be read: there is no such file$/m);
    expect(await head()).toBe(before);
  });
});
