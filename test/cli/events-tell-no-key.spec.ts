// `daybook events --personal` is piped and logged: its output must not open files after an erasure.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { CommandDependencies } from '#command-handling/pipeline/command-dependencies.js';
import { cleo, opened, startClaims, upload, type Told } from '../files/files.js';
import { done, newFolder, remove } from './daybook-command.js';

const data = newFolder();
let key: string;

beforeAll(async () => {
  const daybook = await startClaims({ folder: data });
  const { body } = await upload(daybook, cleo, 'passport', 'my-pass.bin', randomBytes(1_000));
  const id = await opened(daybook, cleo, { passport: (body as Told).reference });
  const { store, personalData } = daybook.app.get(CommandDependencies);
  const { events } = await store.read(`claims.Claim-${id}`);
  key = /"key":"([^"]{20,})"/.exec(JSON.stringify(await personalData.open(events)))![1]!;
  await daybook.close();
});
afterAll(() => remove(data));

it.each([[['--json']], [[]]])(
  'names a personal file, and not its key: events --personal %j',
  async (words) => {
    const printed = await done(['events', '--personal', '--type', 'record.opened', ...words], { data });
    expect(printed).toContain('my-pass.bin');
    expect(printed).not.toContain(key);
  },
);
