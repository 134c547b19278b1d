// Missing bytes are reported before they are read, except after an erasure.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from '@jest/globals';
import { inspectInstallation } from '#status/inspect-installation.js';
import { checkUploadsExist } from '#installation/missing-uploads.js';
import { ErasePerson } from '#domain/user/user-commands.js';
import { system, type Daybook } from '../web/daybook.js';
import { cleo, opened, pdf, startClaims, upload, type Told } from './files.js';

const ends: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function withFiles(): Promise<{ readonly daybook: Daybook; readonly id: string }> {
  const daybook = await startClaims();
  ends.push(() => daybook.close());
  const reference = async (field: string) =>
    ((await upload(daybook, cleo, field, `${field}.pdf`, pdf(field))).body as Told).reference;
  const [passport, receipt] = [await reference('passport'), await reference('receipt')];
  return { daybook, id: await opened(daybook, cleo, { passport, receipt }) };
}

const kept = ({ installation }: Daybook, shelf: 'sealed' | 'open') => {
  const folder = join(installation.configuration.data, 'files/kept', shelf);
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
};

const statusOf = async ({ installation }: Daybook) =>
  (await inspectInstallation(installation.configuration)).healthIssues;

it.each(['sealed', 'open'] as const)(
  'names the record whose %s file has lost its bytes, in status and health',
  async (shelf) => {
    const { daybook, id } = await withFiles();
    expect(await statusOf(daybook)).toEqual([]);
    const [path, ...others] = kept(daybook, shelf);
    expect(others).toEqual([]);
    rmSync(path!);
    expect(await statusOf(daybook)).toEqual([
      expect.stringMatching(
        new RegExp(`^A file is missing in .*, and no erasure says why \\(claims\\.Claim-${id}\\)`),
      ),
    ]);
    await checkUploadsExist(daybook.installation);
    const health = await daybook.browser().get('/-/health');
    expect([health.status, health.text]).toEqual([
      503,
      expect.stringContaining('files of records are missing'),
    ]);
  },
);

it('finds nothing missing where the person of a sealed file was erased', async () => {
  const { daybook } = await withFiles();
  expect(kept(daybook, 'sealed')).toHaveLength(1);
  await daybook.send(new ErasePerson({ id: cleo.id, reason: 'asked for it', context: system() }));
  await daybook.settled();
  expect(kept(daybook, 'sealed')).toEqual([]);
  expect(await statusOf(daybook)).toEqual([]);
});
