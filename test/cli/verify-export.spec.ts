import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newFolder, startDaybook, type Daybook } from '../web/daybook.js';
import { daybook as command, done } from './daybook-command.js';

describe('given a file that was exported from the timeline', () => {
  let data: string;
  let serving: Daybook;
  let file: string;
  let text: string;

  beforeAll(async () => {
    data = newFolder();
    serving = await startDaybook({ folder: data });
    const admin = await serving.as('admin');
    ({ text } = await admin.get('/-/timeline.csv'));
    await serving.settled();
    file = join(data, 'timeline.csv');
  });
  afterAll(async () => {
    await serving.close();
    rmSync(data, { recursive: true });
  });

  it('then the command recognises it, and says where it was changed or is none', async () => {
    writeFileSync(file, text);
    expect(await done(['verify-export', file], { data })).toMatch(
      /unchanged since it was exported at .* events up to position/,
    );
    writeFileSync(
      file,
      text.replace('record.opened', 'record.changed').replace('user.registered', 'user.erased'),
    );
    const changed = await command(['verify-export', file], { data });
    expect([changed.code, changed.out]).toEqual([1, expect.stringContaining('CHANGED since')]);
    writeFileSync(file, 'a,b\n');
    const none = await command(['verify-export', file], { data });
    expect(none.code).not.toBe(0);
    expect(none.err).toContain('is no export of the audit timeline');
  });
});
