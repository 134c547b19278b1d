import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { daybook, newFolder, PERMITS, remove } from './daybook-command.js';

const folder = newFolder();
afterAll(() => remove(folder));
const data = join(folder, 'data');
const permits = readFileSync(PERMITS, 'utf8');
const file = (name: string, content: string) => {
  writeFileSync(join(folder, name), content);
  return name;
};
const diff = (...what: string[]) => daybook(['diff', ...what], { data, cwd: folder });

const stricter = permits.replace(/reason: required/, 'reason: optional');
const retitled = stricter.replace(/^name: .*$/m, 'name: Permits of the county');

beforeAll(async () => {
  expect(stricter).not.toBe(permits);
  expect(retitled).not.toBe(stricter);
  for (const [name, text] of Object.entries({ 'one.md': permits, 'two.md': stricter, 'three.md': retitled }))
    expect(await daybook(['publish', file(name, text)], { data, cwd: folder })).toMatchObject({ code: 0 });
});

describe('daybook diff', () => {
  it('says what the newest version changes in the one before, and ends with 1', async () => {
    const { code, out, err } = await diff('permits');
    expect([code, err]).toEqual([1, '']);
    expect(out).toContain('What version 3 of permits changes in version 2 of permits:\n');
    expect(out).toMatch(
      /Only called, explained or ordered otherwise\n {2}Name of the application: “Permits of the county” instead of “/,
    );
  });

  it('compares any two versions, a version and a document, and two documents', async () => {
    const sentence = 'A reason: may be given instead of has to be given.';
    for (const what of [
      ['permits', '1', '2'],
      ['one.md', 'two.md'],
    ])
      expect(await diff(...what)).toMatchObject({ code: 1, out: expect.stringContaining(sentence) });
    expect((await diff('permits', '1')).out).toContain(
      'version 3 of permits changes in version 1 of permits',
    );
    expect((await diff('permits', 'two.md')).out).toContain('What two.md changes in version 3 of permits');
  });

  it('says that nothing changed, and ends with 0', async () => {
    expect(await diff('one.md', 'one.md')).toMatchObject({
      code: 0,
      out: expect.stringContaining('nothing.\n'),
    });
    file('commented.md', permits.replace(/^```yaml$/m, '```yaml\n# a comment'));
    const { code, out } = await diff('one.md', 'commented.md');
    expect(code).toBe(0);
    expect(out).toContain('nothing that means anything. Their lines differ');
  });

  it('compares lines with --text, and prints both as JSON with --json', async () => {
    const { code, out } = await diff('permits', '1', '2', '--text');
    expect(code).toBe(1);
    expect(out).toMatch(/^--- version 1 of permits\n\+\+\+ version 2 of permits\n@@ -\d+,7 \+\d+,7 @@\n/);
    expect(out).toMatch(/^-.*reason: required/m);
    expect(out).toMatch(/^\+.*reason: optional/m);
    const json = JSON.parse((await diff('permits', '1', '2', '--json')).out) as {
      readonly same: boolean;
      readonly meaning: readonly { readonly section: number }[];
    };
    expect(json.same).toBe(false);
    expect(json.meaning.map(({ section }) => section)).toEqual([4]);
  });

  it.each([
    [['nowhere'], 'there is no application “nowhere” here'],
    [['permits', '9'], 'permits has no version 9: there are 3'],
    [['one.md', 'gone.md'], 'gone.md: cannot be read'],
    [['one.md'], 'one.md is a document'],
    [['permits', '2', 'two.md'], '“two.md” is no version'],
  ])('says of %j what is wrong, and ends with 2', async (what, words) => {
    const { code, out, err } = await diff(...what);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(words);
  });

  it('cannot say what a document means that is no specification, and compares its lines all the same', async () => {
    file('broken.md', permits.replace('type: choice', 'type: chioce'));
    expect(await diff('one.md', 'broken.md')).toMatchObject({ code: 2, out: '' });
    expect(await diff('one.md', 'broken.md', '--text')).toMatchObject({
      code: 1,
      out: expect.stringContaining('chioce'),
    });
  });
});
