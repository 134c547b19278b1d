// By the command line, in processes of their own.
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addressOf, daybook, done, newFolder, PERMITS, remove, start } from './daybook-command.js';
import { DESK, log, trace } from '../import/importing.js';

const CASES = 400;
const folder = newFolder();
const there = join(folder, 'there');
const archive = join(folder, 'desk.zip');
let exported: string;
afterAll(() => remove(folder));

interface Printed {
  readonly id: string;
  readonly stream: string;
  readonly version: number;
  readonly type: string;
}

async function eventsOf(data: string): Promise<readonly string[]> {
  const text = await done(['events', '--json', '--application', 'desk'], { data });
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Printed)
    .map(({ id, stream, version, type }) => `${id} ${stream} ${version} ${type}`);
}

beforeAll(async () => {
  const document = join(folder, 'desk.md');
  writeFileSync(document, DESK);
  await done(['publish', document], { data: there });
  const path = join(folder, 'log.xes');
  const steps = ['Assign seriousness', 'Take in charge', 'Answer'].map((activity, step) => ({
    activity,
    at: `2024-03-0${step + 1}T09:00:00+01:00`,
    by: `Clerk ${step}`,
    more: '',
  }));
  writeFileSync(path, log(Array.from({ length: CASES }, (_, n) => trace(String(n), steps, ''))));
  await done(['import', path, '--into', 'desk.Ticket'], { data: there });
  exported = await done(['export', 'desk', '--to', archive], { data: there });
});

describe('an application', () => {
  it('is exported into a file for its owner only, and the log says so', async () => {
    expect(exported).toMatch(
      /holds .* \(desk\): 1 version, [\d,]+ events, 3 people, 0 files\.\nSHA-256 of its manifest: [0-9a-f]{64}\n/,
    );
    expect(statSync(archive).mode & 0o077).toBe(0);
    expect((await eventsOf(there)).at(-1)).toMatch(/specification\.exported$/);
  });

  it('replaces no file, and leaves none behind where there is nothing to export', async () => {
    const again = await daybook(['export', 'desk', '--to', archive], { data: there });
    expect([again.code, again.err]).toEqual([1, expect.stringMatching(/is there already/)]);
    const other = join(folder, 'other.zip');
    const unknown = await daybook(['export', 'disk', '--to', other], { data: there });
    expect([unknown.code, unknown.err]).toEqual([1, expect.stringMatching(/no application “disk”/)]);
    expect(existsSync(other) || existsSync(`${other}.part`)).toBe(false);
  });

  it('of which a dry run is asked where no installation is creates none, and says what to do', async () => {
    const missing = join(folder, 'missing');
    const { code, err } = await daybook(['import-application', archive, '--dry-run'], { data: missing });
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(
        /there is no log at .*missing.*\. A dry run creates none: start Daybook there once/,
      ),
    ]);
    expect(existsSync(missing)).toBe(false);
  });

  it('that is imported in a process that is killed, and again, is there once and is served', async () => {
    const here = join(folder, 'here');
    await done(['publish', PERMITS], { data: here });
    const dry = await done(['import-application', archive, '--dry-run'], { data: here });
    expect(dry).toMatch(
      /would be imported as desk: .* Nothing was written\.\n(?: {2}\S+ {2}Clerk \d: known from the archive only\n){3}$/,
    );

    const watching = start(['events', '--follow', '--json', '--application', 'desk'], { data: here });
    const first = start(['import-application', archive], { data: here });
    await watching.says(/record\.opened/);
    first.process.kill('SIGKILL');
    await first.ended;
    watching.process.kill('SIGKILL');
    await watching.ended;

    const report = JSON.parse(
      await done(['import-application', archive, '--json'], { data: here }),
    ) as object;
    expect(report).toMatchObject({ already: false, application: { key: 'desk' } });
    const events = await eventsOf(here);
    const exportedEvents = (await eventsOf(there)).filter((each) => !each.endsWith('specification.exported'));
    expect(events.filter((each) => !each.endsWith('specification.imported')).sort()).toEqual(
      [...exportedEvents].sort(),
    );
    expect(await done(['import-application', archive], { data: here })).toMatch(/was imported before/);
    expect(await done(['replay'], { data: here })).not.toMatch(/differ/);

    const serving = start(['serve', '--port', '0', '--no-demo'], { data: here });
    const address = await addressOf(serving);
    expect((await fetch(`${address}/desk`, { redirect: 'manual' })).status).toBeLessThan(400);
    serving.process.kill('SIGTERM');
    expect((await serving.ended).code).toBe(0);
  });

  it('that is cut off is refused with what to do', async () => {
    const cut = join(folder, 'cut.zip');
    writeFileSync(cut, readFileSync(archive).subarray(0, 5000));
    const { code, err } = await daybook(['import-application', cut], { data: join(folder, 'none') });
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/^daybook: .*cut\.zip cannot be read as a ZIP archive .* export again\.\n$/),
    ]);
  });
});
