// A file of keys is put back that is older than the log: missing keys are no erasures, and nobody is told so.
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, jest } from '@jest/globals';
import type { ICommand } from '@nestjs/cqrs';
import { configure } from '#configuration/configuration.js';
import { eraseCommand } from '#cli/erase-command.js';
import { inspectInstallation } from '#cli/status.js';
import { openInstallation } from '#installation/installation.js';
import { withCommands } from '#cli/with-commands.js';
import { ErasePerson, RegisterUser } from '#domain/user/user-commands.js';

const data = mkdtempSync(join(tmpdir(), 'daybook-older-keys-'));
const keys = join(data, 'keys.sqlite');
const older = join(data, 'older.sqlite');
const [zoe, leo] = ['018f0000-0000-7000-8000-00000000000a', '018f0000-0000-7000-8000-00000000000b'] as const;

afterAll(() => rmSync(data, { recursive: true }));

const context = (commandId: string) => ({ actor: 'system', commandId });
const register = (id: string, name: string) =>
  new RegisterUser({ id, name, context: context(`register-${id}`) });

const send = (command: ICommand) => withCommands({ data }, ({ send: send_ }) => send_(command), {});

const status = async () => (await inspectInstallation(configure({ data }, {}), false)).troubles;

/** What is told beside the answer. */
async function saidOnErasing(id: string): Promise<string> {
  const told = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    await eraseCommand().parseAsync([id, '--reason', 'lost, or again', '--data', data], { from: 'user' });
    return told.mock.calls.map(([text]) => String(text)).join('');
  } finally {
    told.mockRestore();
  }
}

async function started<T>(
  work: (installation: Awaited<ReturnType<typeof openInstallation>>) => Promise<T>,
): Promise<T> {
  const installation = await openInstallation(configure({ data }, {}));
  return work(installation).finally(() => installation.close());
}

describe('given keys from before somebody came and somebody was erased', () => {
  it('when they are put back, then who is missing is not erased, who is back is named, and no key is made', async () => {
    await send(register(leo, 'Leo'));
    copyFileSync(keys, older);
    await send(register(zoe, 'Zoe'));
    await send(new ErasePerson({ id: leo, reason: 'asked for', context: context('erase-leo') }));
    expect(await status()).toEqual([]);
    copyFileSync(keys, join(data, 'newest.sqlite'));

    copyFileSync(older, keys);
    const words = [
      expect.stringMatching(`those of one person are missing \\(${zoe}\\). They are not erased`),
      expect.stringMatching(`those of one person who were erased are back \\(${leo}\\)`),
    ];
    expect(await status()).toEqual(words);
    await started(async ({ troubles, personal, projections }) => {
      expect(troubles.all().map(({ what, grave }) => [what, grave])).toEqual(
        words.map((each) => [each, true]),
      );
      const { name } = (await projections.generation('people').get<{ name: unknown }>('people', zoe))!;
      await expect(personal.open(name)).rejects.toMatchObject({ name: 'PersonalDataUnreadable' });
      await expect(personal.seal(zoe, 'a new secret')).rejects.toMatchObject({
        name: 'PersonalDataUnreadable',
      });
    });

    copyFileSync(join(data, 'newest.sqlite'), keys);
    expect(await status()).toEqual([]);
    await started(async ({ troubles }) => expect(troubles.all()).toEqual([]));
  });

  it('when the one who is back is erased again, then nothing is left to tell', async () => {
    copyFileSync(older, keys);
    const [ofZoe, ofLeo] = [await saidOnErasing(zoe), await saidOnErasing(leo)];
    expect(ofZoe).toMatch(/^daybook: the key was missing already, so there was none to destroy/);
    expect(ofLeo).toBe('');
    expect(await status()).toEqual([]);
  });

  it('when somebody came and was erased after them, then that is named, and ended by erasing them again', async () => {
    copyFileSync(keys, older);
    const zed = '018f0000-0000-7000-8000-00000000000c';
    await send(register(zed, 'Zed'));
    await send(new ErasePerson({ id: zed, reason: 'asked for', context: context('erase-zed') }));
    expect(await status()).toEqual([]);
    copyFileSync(older, keys);
    const words = [
      expect.stringMatching(`do not know that one person came and went by an erasure \\(${zed}\\)`),
    ];
    expect(await status()).toEqual(words);
    await started(async ({ troubles }) => expect(troubles.all().map(({ what }) => what)).toEqual(words));
    await eraseCommand().parseAsync([zed, '--reason', 'again', '--data', data], { from: 'user' });
    expect(await status()).toEqual([]);
  });
});
