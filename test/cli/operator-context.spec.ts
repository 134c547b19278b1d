import { readFileSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RegisterUser } from '#domain/user/user-commands.js';
import { withCaughtUpInstallation } from '#cli/with-installation.js';
import { daybook, done, FIXTURES, newFolder, PERMITS, remove } from './daybook-command.js';

const folder = newFolder();
const data = join(folder, 'data');
const RUTH = '01900000-0000-7000-8000-0000000000a1';
const NAMESAKE = '01900000-0000-7000-8000-0000000000a2';
afterAll(() => remove(folder));

interface Written {
  readonly type: string;
  readonly metadata: { readonly actor: string; readonly commandLine?: unknown; readonly reason?: string };
}

const written = async (...words: readonly string[]) =>
  (await done(['events', '--json', ...words], { data }))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Written);
const last = async () => (await written()).at(-1)!.metadata;

let edition = 0;
function nextVersion(): string {
  const file = join(folder, 'permits.md');
  writeFileSync(file, `${readFileSync(PERMITS, 'utf8')}\nEdition ${++edition}.\n`);
  return file;
}

const publish = (...words: readonly string[]) => daybook(['publish', nextVersion(), ...words], { data });

describe('who acts on the command line', () => {
  const account = userInfo().username;

  beforeAll(async () => {
    const named = await publish('--as', 'Whoever installs it');
    expect(named).toMatchObject({
      code: 0,
      err: expect.stringMatching(/^daybook: there was no log at .+ before: [^\n]+\n$/),
    });
  });

  it('is whom --as names, without looking, in a log that has no people yet', async () => {
    expect(await last()).toMatchObject({
      actor: 'system',
      commandLine: { account: 'Whoever installs it' },
    });
  });

  it('is the account of the operating system where nobody is named', async () => {
    expect(await publish()).toMatchObject({ code: 0, err: '' });
    expect(await last()).toMatchObject({ actor: 'system', commandLine: { account } });
  });

  describe('where people are registered', () => {
    beforeAll(async () => {
      await withCaughtUpInstallation({ data }, async ({ send }) => {
        const context = (commandId: string) => ({ actor: 'system', commandId });
        await send(
          new RegisterUser({ id: RUTH, name: 'Ruth Adler', signInName: 'ruth', context: context('r1') }),
        );
        await send(
          new RegisterUser({ id: NAMESAKE, name: 'Jo Kim', signInName: 'jo1', context: context('r2') }),
        );
        await send(
          new RegisterUser({
            id: '01900000-0000-7000-8000-0000000000a3',
            name: 'Jo Kim',
            signInName: 'jo2',
            context: context('r3'),
          }),
        );
      });
    });

    it.each([
      ['the sign-in name', 'ruth'],
      ['the name', 'ruth adler'],
      ['the id', RUTH],
    ])('is the person whom --as names by %s', async (_, name) => {
      expect(await publish('--as', name, '--reason', 'Edition')).toMatchObject({ code: 0, err: '' });
      expect(await last()).toMatchObject({
        actor: RUTH,
        commandLine: { person: RUTH },
        reason: 'Edition',
      });
    });

    it('is the person whom DAYBOOK_AS names, and events says so', async () => {
      await done(['publish', nextVersion()], { data, environment: { DAYBOOK_AS: 'ruth' } });
      expect(await last()).toMatchObject({ actor: RUTH });
      expect(await done(['events'], { data })).toMatch(new RegExp(`by ${RUTH} on the command line`));
    });

    it.each([
      [
        'with the nearest name where nobody is called so',
        'rutj',
        /nobody is called “rutj”.*Did you mean “ruth”\?/,
      ],
      ['where two are called so', 'Jo Kim', /several people are called “Jo Kim”/],
    ])('is refused %s, and nothing is written', async (_, name, why) => {
      const before = (await written()).length;
      const refused = await publish('--as', name);
      expect([refused.code, refused.err]).toEqual([1, expect.stringMatching(why)]);
      expect(await written()).toHaveLength(before);
    });

    it('is said of what an import writes, which leaves who acted then as the log says', async () => {
      const log = join(FIXTURES, 'permits-small.xes');
      await done(['import', log, '--into', 'permits.Application', '--as', 'ruth'], { data });
      const opened = await written('--type', 'record.opened');
      expect(opened.length).toBeGreaterThan(0);
      for (const { metadata } of opened) {
        expect(metadata.commandLine).toEqual({ person: RUTH });
        expect(metadata.actor).not.toBe(RUTH);
      }
    });
  });
});
