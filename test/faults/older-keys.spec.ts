// A restored keys file older than the log: missing keys are no erasures.
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, jest } from '@jest/globals';
import type { Command } from '#domain/command.js';
import { readConfiguration } from '#configuration/configuration.js';
import { eraseCommand } from '#cli/erase-command.js';
import { inspectInstallation } from '#status/inspect-installation.js';
import { openInstallation } from '#installation/installation.js';
import { withCaughtUpInstallation } from '#cli/with-installation.js';
import { ErasePerson, RegisterUser } from '#domain/user/user-commands.js';

const data = mkdtempSync(join(tmpdir(), 'daybook-older-keys-'));
const keys = join(data, 'keys.sqlite');
const older = join(data, 'older.sqlite');
const [zoe, leo] = ['018f0000-0000-7000-8000-00000000000a', '018f0000-0000-7000-8000-00000000000b'] as const;

afterAll(() => rmSync(data, { recursive: true }));

const context = (commandId: string) => ({ actor: 'system', commandId });
const register = (id: string, name: string) =>
  new RegisterUser({ id, name, context: context(`register-${id}`) });

const send = (command: Command<unknown>) =>
  withCaughtUpInstallation({ data }, ({ send: send_ }) => send_(command), {});

const status = async () => (await inspectInstallation(readConfiguration({ data }, {}), false)).healthIssues;

/** Messages beside the answer. */
async function saidOnErasing(id: string): Promise<string> {
  const told = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    await eraseCommand().parseAsync([id, '--reason', 'lost, or again', '--yes', '--data', data], {
      from: 'user',
    });
    return told.mock.calls.map(([text]) => String(text)).join('');
  } finally {
    told.mockRestore();
  }
}

async function started<T>(
  work: (installation: Awaited<ReturnType<typeof openInstallation>>) => Promise<T>,
): Promise<T> {
  const installation = await openInstallation(readConfiguration({ data }, {}));
  return work(installation).finally(() => installation.close());
}

describe('given keys from before somebody came and somebody was erased', () => {
  it('when they are put back, then who is missing is not erased, who is back is erased again at the start, and no key is made', async () => {
    await send(register(leo, 'Leo'));
    copyFileSync(keys, older);
    await send(register(zoe, 'Zoe'));
    await send(new ErasePerson({ id: leo, reason: 'asked for', context: context('erase-leo') }));
    expect(await status()).toEqual([]);
    copyFileSync(keys, join(data, 'newest.sqlite'));

    copyFileSync(older, keys);
    const missing = expect.stringMatching(
      `those of one person are missing \\(${zoe}\\). They are not erased`,
    );
    const back = expect.stringMatching(`older than an erasure: of one who was erased .* \\(${leo}\\)`);
    expect(await status()).toEqual([missing, back]);
    await started(async ({ healthIssues: troubles, personal, projections }) => {
      expect(troubles.all().map(({ adminMessage, severity }) => [adminMessage, severity])).toEqual([
        [missing, 'error'],
      ]);
      expect(told(troubles)).toEqual([missing, expect.stringMatching(/They are destroyed again\.$/)]);
      expect((await personal.findKeyStates([leo])).get(leo)).toBe('destroyed');
      const { name } = (await projections.generation('people').get<{ name: unknown }>('people', zoe))!;
      await expect(personal.open(name)).rejects.toMatchObject({ name: 'PersonalDataUnreadable' });
      await expect(personal.seal(zoe, 'a new secret')).rejects.toMatchObject({
        name: 'PersonalDataUnreadable',
      });
    });
    expect(await status()).toEqual([missing]);

    copyFileSync(join(data, 'newest.sqlite'), keys);
    expect(await status()).toEqual([]);
    await started(async ({ healthIssues: troubles }) => expect(troubles.all()).toEqual([]));
  });

  it('when whoever is missing and who is back are erased, then nothing is left to tell', async () => {
    copyFileSync(older, keys);
    expect(await saidOnErasing(zoe)).toMatch(
      /daybook: the key was missing already, so there was none to destroy/,
    );
    expect(await status()).toEqual([]);
  });

  it('when somebody came and was erased after them, then that is named, and marked at the next start', async () => {
    copyFileSync(keys, older);
    const zed = '018f0000-0000-7000-8000-00000000000c';
    await send(register(zed, 'Zed'));
    await send(new ErasePerson({ id: zed, reason: 'asked for', context: context('erase-zed') }));
    expect(await status()).toEqual([]);
    copyFileSync(older, keys);
    expect(await status()).toEqual([expect.stringMatching(`do not know that it is destroyed \\(${zed}\\)`)]);
    await started(async ({ healthIssues: troubles, personal }) => {
      expect(troubles.all()).toEqual([]);
      expect((await personal.findKeyStates([zed])).get(zed)).toBe('destroyed');
    });
    expect(await status()).toEqual([]);
  });
});

/** Includes resolved issues. */
function told(troubles: Awaited<ReturnType<typeof openInstallation>>['healthIssues']): readonly string[] {
  const words: string[] = [];
  troubles.onRaised(({ adminMessage }) => words.push(adminMessage));
  return words;
}
