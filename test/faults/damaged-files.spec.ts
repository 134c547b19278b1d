import { cpSync, existsSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addressOf, daybook, done, newFolder, PERMITS, remove, start } from '../cli/daybook-command.js';

const folder = newFolder();
const whole = join(folder, 'whole');
beforeAll(async () => {
  await done(['publish', PERMITS], { data: whole });
  // An orderly end leaves no -wal files.
  expect(existsSync(join(whole, 'events.sqlite-wal'))).toBe(false);
});
afterAll(() => remove(folder));

function copy(name: string): string {
  const data = join(folder, name);
  cpSync(whole, data, { recursive: true });
  return data;
}

const foreign = (path: string) => writeFileSync(path, 'Dear diary, this is no database.\n'.repeat(400));
const halve = (path: string) => truncateSync(path, statSync(path).size / 2);

type Damage = readonly [what: string, damage: (data: string) => void, file: string, told: RegExp];

const REFUSED: readonly Damage[] = [
  [
    'a log that is text',
    (data) => foreign(join(data, 'events.sqlite')),
    'events.sqlite',
    /is no .*database|another program|backup/i,
  ],
  ['a log that is cut off', (data) => halve(join(data, 'events.sqlite')), 'events.sqlite', /cut off|backup/i],
  ['an empty log', (data) => truncateSync(join(data, 'events.sqlite')), 'events.sqlite', /empty|backup/i],
  [
    'no keys, but their master key',
    (data) => rmSync(join(data, 'keys.sqlite')),
    'keys.sqlite',
    /is missing, but its master key .* Restore/,
  ],
  [
    'no master key, but keys',
    (data) => rmSync(join(data, 'master.key')),
    'master.key',
    /is missing\. Restore it from a backup/,
  ],
  [
    'a master key that is none',
    (data) => foreign(join(data, 'master.key')),
    'master.key',
    /is not 32 bytes in base64\. Restore it/,
  ],
  [
    'a session secret that is none',
    (data) => writeFileSync(join(data, 'session.secret'), 'x'),
    'session.secret',
    /remove it, and everybody signs in again/,
  ],
];

describe('a start with damaged or foreign files', () => {
  it.each(REFUSED)(
    'is refused for %s, which is named with what to do, and left as it is',
    async (what, damage, file, told) => {
      const data = copy(what);
      damage(data);
      const before = existsSync(join(data, 'events.sqlite')) && readFileSync(join(data, 'events.sqlite'));
      const { code, out, err } = await daybook(['serve', '--port', '0', '--no-demo'], { data });
      expect([code, out]).toEqual([1, '']);
      expect(err).toMatch(told);
      expect(err).toContain(join(data, file));
      expect(err).toMatch(/^(daybook: .+\n)+$/);
      expect(existsSync(join(data, 'events.sqlite')) && readFileSync(join(data, 'events.sqlite'))).toEqual(
        before,
      );
    },
  );

  it('rebuilds read models whose files are damaged or gone, and says so', async () => {
    const data = copy('reads');
    foreign(join(data, 'reads/specifications.1.sqlite'));
    rmSync(join(data, 'reads/people.1.sqlite'));
    const serving = start(['serve', '--port', '0', '--no-demo'], { data });
    await addressOf(serving);
    await serving.says(/The read model specifications was damaged\. It is built again from the log/);
    await serving.says(/The read model people was damaged/);
    await serving.says(/first one, once/);
    serving.process.kill('SIGINT');
    const { code, err } = await serving.ended;
    expect([code, err]).toEqual([0, expect.stringContaining('"about":"read model specifications"')]);
    const again = await daybook(['publish', PERMITS], { data });
    expect(again).toMatchObject({ code: 0, out: expect.stringContaining('is published already') });
    expect(await done(['status'], { data })).toMatch(/^specifications +2 +\d+ +active +1 +0$/m);
  });

  it('makes the list of read models anew where it is text, keeps the damaged one, and builds them again', async () => {
    const data = copy('list');
    foreign(join(data, 'reads/generations.sqlite'));
    const serving = start(['serve', '--port', '0', '--no-demo'], { data });
    await addressOf(serving);
    await serving.says(/The list of read models .* was damaged .* it is kept as/);
    await serving.says(/first one, once/);
    serving.process.kill('SIGINT');
    await serving.ended;
    expect(await done(['status'], { data })).toMatch(/^specifications +1 +\d+ +active +1 +0$/m);
  });

  it('rebuilds everything when the folder of read models is gone', async () => {
    const data = copy('no reads');
    rmSync(join(data, 'reads'), { recursive: true });
    expect(await done(['publish', PERMITS], { data })).toContain('is published already: it is version 1');
  });

  it('leaves a damaged read model to replay, too', async () => {
    const data = copy('replayed');
    foreign(join(data, 'reads/specifications.1.sqlite'));
    const { code, out } = await daybook(['replay', 'specifications'], { data });
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/^specifications: generation 2 is in use, up to position 1; not compared: /),
    ]);
  });
});
