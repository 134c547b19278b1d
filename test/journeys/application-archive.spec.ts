// An admin takes an application out of one installation, and into another one, by pages alone.
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { OpenRecord } from '#domain/record/record-commands.js';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { command, PERMITS } from '../application-archive/moving.js';
import { sampleCases } from '../property-runs.js';
import { openBrowser } from '../views/browser.js';
import { PEOPLE, startDaybook, type Daybook } from '../web/daybook.js';
import type { StoppableWorker } from '#background/background-service.js';
import { startImporter } from '../web/archives/import-worker.js';
import { journey, type Journey } from './journey.js';

const HOW = [
  ['with scripts', true],
  ['without scripts', false],
] as const;

describe.each(sampleCases(HOW))('an application moved by pages, %s', (_how, scripts) => {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-archive-'));
  const file = join(folder, 'permits.zip');
  let there: Daybook;
  let here: Daybook;
  let worker: StoppableWorker;
  let browser: Browser;
  let exporter: Journey;
  let importer: Journey;

  beforeAll(async () => {
    [there, here, browser] = await Promise.all([startDaybook(), startDaybook(), openBrowser()]);
    await there.send(new PublishSpecification({ text: PERMITS, context: command() }));
    await there.settled();
    for (const title of ['A shed', 'A garage'])
      await there.send(
        new OpenRecord({
          application: 'permits',
          entity: 'Permit',
          id: command().commandId,
          input: { title, applicant: 'Wilhelmina Ploverdale' },
          context: { ...command(), actor: PEOPLE.clerk.id },
        } as never),
      );
    await there.settled();
    const urlOf = ({ app }: Daybook) =>
      `http://127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}`;
    exporter = await journey(browser, urlOf(there), { scripts });
    importer = await journey(browser, urlOf(here), { scripts });
    worker = await startImporter(here);
  }, 180_000);

  afterAll(async () => {
    await exporter.end();
    await importer.end();
    await browser.close();
    await worker.stop();
    await there.close();
    await here.close();
    rmSync(folder, { recursive: true });
  });

  it('is exported with a reason, checked, given its people, and imported', async () => {
    const { page } = exporter;
    await exporter.become('Ada Admin');
    await page.goto('/permits/specification');
    await exporter.follow('Export application');
    await exporter.sees('Export Permits');
    await exporter.said('also what no role of yours lets you read here');
    await exporter.said('It was never exported.');
    await page.getByLabel('Reason').fill('Move to the new server');
    const downloading = page.waitForEvent('download');
    await exporter.press('Export');
    await (await downloading).saveAs(file);
    await there.settled();
    await page.reload();
    await exporter.said('Move to the new server');

    const { page: at } = importer;
    await importer.become('Ada Admin');
    await at.goto('/-/status');
    await importer.follow('Import applications');
    await importer.sees('Import applications');
    await at.getByLabel('Archive (.zip)').setInputFiles(file);
    await importer.press('Upload and check');
    await importer.said('has the id of somebody here');
    await importer.sees('Permits');
    await at.getByLabel('Clara Clerk here').fill('nobody-of-this-name');
    await importer.press('Check again');
    await importer.said('nobody here has the id or sign-in name “nobody-of-this-name”');
    await at.getByLabel('Clara Clerk here').fill('');
    await at.getByLabel('People who have the same id here are the same people').check();
    await importer.press('Check again');
    await importer.said('Ready to be imported');
    await importer.sees('Permits');
    await at.getByRole('button', { name: 'Import', exact: true }).click();
    await importer.said('Permits is imported.');
    await importer.sees('Permits');
    await at.reload();
    await importer.said('Permits is imported.');
    await importer.follow('History of the import');
    await importer.said('imported the application');
    await at.goto('/permits');
    await importer.said('A garage');
    expect(await at.content()).toContain('Clara Clerk');
  }, 180_000);
});
