// An older Daybook refuses what a newer one has run on, unless both write the same events.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ReadModels } from '#projections/port/read-models.js';
import { openMongoReadModels } from '#projections/engines/mongo/mongo-read-models.js';
import { openSqliteReadModels } from '#projections/engines/sqlite/sqlite-read-models.js';
import { readConfiguration } from '#configuration/configuration.js';
import { openInstallation } from '#installation/installation.js';
import { NewerVersionError } from '#installation/newer-version-error.js';
import { assertNoNewerVersion, describeNewerVersion } from '#installation/newest-version.js';
import { inspectInstallation } from '#status/inspect-installation.js';
import { isLaterVersion, readDaybookVersion } from '#platform/daybook-version.js';
import { newMongoDb, type NewMongoDb } from '../engines/empty-mongodb.js';

let folder: string;
let mongo: NewMongoDb | undefined;
let readModels: ReadModels | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'daybook-newest-'));
});
afterEach(async () => {
  await readModels?.close();
  await mongo?.stop();
  [readModels, mongo] = [undefined, undefined];
  rmSync(folder, { recursive: true, force: true });
});

const OPENED = {
  SQLite: async () => openSqliteReadModels(folder),
  MongoDB: async () => openMongoReadModels((mongo = await newMongoDb()).url),
} as const;

const v1 = { version: '0.9.0', digest: 'aaaa' };
const sameEvents = { version: '0.9.1', digest: 'aaaa' };
const v2 = { version: '0.10.0', digest: 'bbbb' };

describe.each(['SQLite', 'MongoDB'] as const)('given read models in %s', (engine) => {
  beforeEach(async () => {
    readModels = await OPENED[engine]();
  });

  it('when a newer version that writes other events has run, then an older one is refused in words', async () => {
    await assertNoNewerVersion(readModels!, v1);
    await assertNoNewerVersion(readModels!, v2);
    const refused = await assertNoNewerVersion(readModels!, v1).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(NewerVersionError);
    expect((refused as Error).message).toMatch(
      /^Daybook 0\.10\.0 has run here, and this is Daybook 0\.9\.0, .*Nothing was changed\. Start Daybook 0\.10\.0 or a later one\. To go back to 0\.9\.0, restore the backup/,
    );
    expect(await describeNewerVersion(readModels!, v1)).toBe((refused as Error).message);
    await assertNoNewerVersion(readModels!, v2);
  });

  it('when a newer version that writes the same events has run, then an older one runs, and is not the newest', async () => {
    await assertNoNewerVersion(readModels!, sameEvents);
    await assertNoNewerVersion(readModels!, v1);
    expect((await readModels!.lease('newest-version'))!.holder).toBe('0.9.1 aaaa');
  });

  it('when unreleased work has run, then its release runs there, and the release before is refused', async () => {
    const [before, unreleased, release] = [
      { version: '0.1.0', digest: 'aaaa' },
      { version: '0.2.0-dev', digest: 'bbbb' },
      { version: '0.2.0', digest: 'cccc' },
    ] as const;
    await assertNoNewerVersion(readModels!, before);
    await assertNoNewerVersion(readModels!, unreleased);
    await expect(assertNoNewerVersion(readModels!, before)).rejects.toThrow(
      /^Daybook 0\.2\.0-dev has run here, and this is Daybook 0\.1\.0/,
    );
    await assertNoNewerVersion(readModels!, release);
    await expect(assertNoNewerVersion(readModels!, unreleased)).rejects.toThrow(/^Daybook 0\.2\.0 has run/);
  });

  it('when two versions start at once, then the newer one is the newest', async () => {
    await Promise.allSettled([v2, v1, v2, v1].map((each) => assertNoNewerVersion(readModels!, each)));
    expect((await readModels!.lease('newest-version'))!.holder).toBe('0.10.0 bbbb');
  });
});

describe('an installation', () => {
  const configuration = () => readConfiguration({ data: folder }, {});

  it('is refused, and left as it is, where a newer version has run on its data folder', async () => {
    await (await openInstallation(configuration())).close();
    const reads = openSqliteReadModels(join(folder, 'reads'));
    const known = (await reads.lease('newest-version'))!;
    expect(known.holder).toMatch(new RegExp(`^${readDaybookVersion().replaceAll('.', '\\.')} [0-9a-f]{12}$`));
    await reads.changeLease('newest-version', known, { ...known, holder: '99.0.0 cccc' });
    await reads.close();
    await expect(openInstallation(configuration())).rejects.toThrow(
      /^Daybook 99\.0\.0 has run here, and this is Daybook \d/,
    );
    const status = await inspectInstallation(configuration(), false);
    expect(status.healthIssues).toEqual([expect.stringMatching(/^Daybook 99\.0\.0 has run here/)]);
    // A restored backup has no read models.
    rmSync(join(folder, 'reads'), { recursive: true });
    await (await openInstallation(configuration())).close();
  });
});

describe('versions', () => {
  it('are compared by their numbers', () => {
    expect(isLaterVersion('0.10.0', '0.9.1')).toBe(true);
    expect(isLaterVersion('1.0.0', '0.99.99')).toBe(true);
    expect(isLaterVersion('0.1.0', '0.1.0')).toBe(false);
    expect(isLaterVersion('0.1.9', '0.1.10')).toBe(false);
  });

  it('of a release come after those of what led to it, and after the release before', () => {
    const inOrder = ['0.1.0', '0.2.0-dev', '0.2.0-rc.2', '0.2.0-rc.10', '0.2.0', '0.2.1-dev'];
    for (const [index, version] of inOrder.entries())
      for (const [other, before] of inOrder.entries())
        expect([version, before, isLaterVersion(version, before)]).toEqual([version, before, index > other]);
  });
});
