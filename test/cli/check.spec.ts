import { mkdirSync, openSync, closeSync, ftruncateSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { mended } from '../specification/documents.js';
import { daybook, newFolder, PERMITS, remove } from './daybook-command.js';

const folder = newFolder();
afterAll(() => remove(folder));

const file = (name: string, content: string | Uint8Array) => {
  writeFileSync(join(folder, name), content);
  return name;
};
const permits = readFileSync(PERMITS, 'utf8');
const broken = permits.replace('type: choice', 'type: chioce').replace(/^ {4}actions:$/m, '    actoins:');

describe('daybook check', () => {
  it('says of valid documents what they are, and what of them runs only later', async () => {
    const { code, out, err } = await daybook(['check', PERMITS, 'specifications/blank.md']);
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('permits.md: “Environmental permits” is valid: 1 entity, 8 screens\n');
    expect(out).toContain('specifications/blank.md: “Blank” is valid: 0 entities, 0 screens\n');
    const later = mended();
    file('later.md', later);
    const { out: noted } = await daybook(['check', 'later.md'], { cwd: folder });
    const line = later.slice(0, later.indexOf('retention:')).split('\n').length;
    expect(noted).toMatch(
      new RegExp(
        `^later\\.md:${line}:\\d+: note: declared, runs in a later version: retention of Request`,
        'm',
      ),
    );
    expect(out).not.toContain('\u001b');
  });

  it('prints every problem with its place, of every file, and exits 1', async () => {
    file('broken.md', broken);
    mkdirSync(join(folder, 'folder'));
    file('binary.md', new Uint8Array([0x23, 0x20, 0xff, 0xfe, 0x00, 0x80]));
    file('empty.md', '');
    file('cut.md', permits.slice(0, permits.length / 2));
    const files = ['broken.md', 'nowhere.md', 'folder', 'binary.md', 'empty.md', 'cut.md', PERMITS];
    const { code, out, err } = await daybook(['check', ...files], { cwd: folder });
    expect([code, err]).toEqual([1, '']);
    const line = broken.slice(0, broken.indexOf('chioce')).split('\n').length;
    expect(out).toMatch(new RegExp(`^broken\\.md:${line}:\\d+: .*chioce.*choice`, 'm'));
    expect(out).toMatch(/^broken\.md:\d+:\d+: .*actoins.*actions/m);
    expect(out).toMatch(/^broken\.md: \d+ problems$/m);
    expect(out).toContain('nowhere.md:1:1: cannot be read: there is no such file\n');
    expect(out).toContain('folder:1:1: cannot be read: it is a folder, not a file\n');
    for (const name of ['binary', 'empty', 'cut'])
      expect(out).toMatch(new RegExp(`^${name}\\.md:\\d+:\\d+: .`, 'm'));
    expect(out).toContain('“Environmental permits” is valid');
  });

  it('says the same as JSON', async () => {
    file('broken-too.md', broken);
    const { code, out } = await daybook(
      ['check', '--json', 'broken-too.md', 'nowhere.md', PERMITS, file('later.md', mended())],
      {
        cwd: folder,
      },
    );
    const [bad, missing, good, later] = JSON.parse(out) as Record<string, unknown>[];
    expect(code).toBe(1);
    expect(bad).toMatchObject({ file: 'broken-too.md', ok: false });
    expect(bad!['problems']).toContainEqual(
      expect.objectContaining({
        line: expect.any(Number),
        column: expect.any(Number),
        message: expect.any(String),
      }),
    );
    expect(missing).toEqual({
      file: 'nowhere.md',
      ok: false,
      problems: [{ line: 1, column: 1, message: 'cannot be read: there is no such file' }],
    });
    expect(good).toMatchObject({ file: PERMITS, ok: true, key: 'permits', problems: [] });
    expect(good!['later']).toEqual([]);
    expect(later!['later']).toContainEqual(expect.objectContaining({ what: 'retention of Request' }));
  });

  it('answers files of 50 MB and more with one problem each', async () => {
    file('fifty.md', '# Specification: big\n'.padEnd(50_000_000, 'words and more words\n'));
    const huge = openSync(join(folder, 'huge.md'), 'w');
    ftruncateSync(huge, 3_000_000_000);
    closeSync(huge);
    const { code, out, err } = await daybook(['check', 'fifty.md', 'huge.md'], { cwd: folder });
    expect([code, err]).toEqual([1, '']);
    expect(out).toMatch(/^fifty\.md:\d+:\d+: .+\nfifty\.md: 1 problem$/m);
    expect(out).toMatch(/^huge\.md:1:1: .*64 MB.*\nhuge\.md: 1 problem$/m);
  });
});
