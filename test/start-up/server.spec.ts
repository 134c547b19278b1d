import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { readConfiguration } from '#configuration/configuration.js';
import type * as ServerModule from '#server.js';

// The checks of files run in a process of what was built.
jest.doMock('#installation/file-checks/start-database-file-checks.js', () => ({
  startDatabaseFileChecks: () => () => {},
}));
const { startServer } = jest.requireActual<typeof ServerModule>('#server.js');

let server: ServerModule.RunningServer | undefined;
let folder: string;
afterEach(async () => {
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function start(announce: (text: string) => void, calls = '1'): Promise<ServerModule.RunningServer> {
  folder = mkdtempSync(join(tmpdir(), 'daybook-server-'));
  const configuration = readConfiguration({ data: folder, port: '0', demo: false }, { DAYBOOK_CALLS: calls });
  server = await startServer({ ...configuration, log: 'silent' }, announce);
  return server;
}

describe('a server', () => {
  it('announces the first admin’s link once its background work is started', async () => {
    const announced: string[] = [];
    const link = new Promise<void>((resolve) => {
      void start((text) => {
        announced.push(text);
        if (text.startsWith('Nobody is admin')) resolve();
      }, '0').then(({ startBackground }) => {
        expect(announced).toEqual([]);
        startBackground();
      });
    });
    await link;
    expect(announced).toEqual([
      'Calls and mails wait: DAYBOOK_CALLS=0.',
      expect.stringContaining(`This link makes the first one, once:\n  ${server!.site}/`),
    ]);
  });

  it('fails, with a health issue, when what it does once at the start fails', async () => {
    const { startBackground, failed, installation } = await start(() => {
      throw new Error('the terminal is gone');
    }, '0');
    startBackground();
    await expect(failed).rejects.toThrow('the terminal is gone');
    expect(installation.healthIssues.find('start-up')).toMatchObject({
      adminMessage: 'Start-up failed: the terminal is gone. Daybook ends.',
      severity: 'error',
    });
  });

  it('holds the leases of its background workers while it serves, and gives them back when it is closed', async () => {
    const { installation, startBackground, close } = await start(() => {});
    const leases = ['calls', 'timers', 'upgrades', 'erasures'];
    const holders = async () =>
      Promise.all(leases.map(async (name) => (await installation.readModels.lease(name))?.holder));
    expect(await holders()).toEqual(leases.map(() => undefined));
    startBackground();
    while ((await holders()).some((holder) => !holder)) await new Promise((resolve) => setImmediate(resolve));
    server = undefined;
    let after: unknown;
    const closeReadModels = installation.readModels.close.bind(installation.readModels);
    installation.readModels.close = async () => {
      after = await holders();
      await closeReadModels();
    };
    await close();
    expect(after ?? leases.map(() => '')).toEqual(leases.map(() => ''));
  });
});
