// Used and unused uploads, a day later.
import { readdirSync, utimesSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { newFolder } from '../web/daybook.js';
import { cleo, opened, pdf, startClaims, upload, type Told } from './files.js';

it('is gone a day later, and what a record holds stays', async () => {
  const folder = newFolder();
  const first = await startClaims({ folder });
  const used = (await upload(first, cleo, 'evidence', 'used.pdf', pdf('used'))).body as Told;
  await upload(first, cleo, 'evidence', 'unused.pdf', pdf('unused'));
  await opened(first, cleo, { evidence: [used.reference] });
  await upload(first, cleo, 'evidence', 'fresh.pdf', pdf('fresh'));
  await first.close();
  const uploads = join(folder, 'files/uploads');
  const before = readdirSync(uploads);
  expect(before).toHaveLength(2);
  const yesterday = new Date(Date.now() - 25 * 3_600_000);
  utimesSync(join(uploads, before[0]!), yesterday, yesterday);
  const second = await startClaims({ folder, peopled: false });
  for (let tries = 0; readdirSync(uploads).length > 1 && tries < 500; tries++)
    await new Promise((resolve) => setTimeout(resolve, 10));
  expect(readdirSync(uploads)).toEqual([before[1]]);
  expect(
    readdirSync(join(folder, 'files/kept'), { recursive: true, encoding: 'utf8' }).some((path) =>
      path.endsWith(used.sha256),
    ),
  ).toBe(true);
  await second.close();
  rmSync(folder, { recursive: true });
});
