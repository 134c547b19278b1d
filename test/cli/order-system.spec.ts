import { afterAll, describe, expect, it } from '@jest/globals';
import { daybook, newFolder, remove, start } from './daybook-command.js';

const folder = newFolder();
afterAll(() => remove(folder));

describe('daybook order-system', () => {
  it('says where it is and with what Daybook has to be started, and ends when it is told to', async () => {
    const running = start(['order-system', '--port', '0'], { cwd: folder });
    await running.says(/npm start\n/);
    running.process.kill('SIGTERM');
    const { code, out } = await running.ended;
    expect(code).toBe(0);
    expect(out).toMatch(/^The order system is at http:\/\/127\.0\.0\.1:\d+\/orders\./);
    expect(out).toMatch(
      /^ {2}(ERP_SECRET=whsec_\S+)\n {2}(DAYBOOK_CALLS_ALLOW=127\.0\.0\.1\/32)\n.*\n {2}\1 \2 npm start$/m,
    );
  });

  it('refuses a secret that is none, and a port that is none', async () => {
    const environment = { ERP_SECRET: 'hunter2' };
    const secret = await daybook(['order-system', '--port', '0'], { environment, cwd: folder });
    expect([secret.code, secret.err]).toEqual([
      1,
      expect.stringContaining('ERP_SECRET is not a valid secret'),
    ]);
    expect((await daybook(['order-system', '--port', 'many'], { cwd: folder })).code).toBe(2);
  });
});
