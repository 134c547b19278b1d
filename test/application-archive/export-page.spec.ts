import { writeFileSync } from 'node:fs';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OpenRecord } from '#domain/record/record-commands.js';
import { NoteApplicationExported } from '#domain/specification/archive-commands.js';
import type { ApplicationExported } from '#domain/specification/archive-events.js';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { ApplicationExporter } from '../../src/application-archive/application-exporter.js';
import { asBytes } from '../files/files.js';
import { PEOPLE, startDaybook, type Daybook } from '../web/daybook.js';
import { command, eventsOfPermits, importPermits, newArchive, PERMITS } from './moving.js';

const RECORD = '0199cccc-0000-7000-8000-000000000001';

describe('exporting an application by its page', () => {
  let daybook: Daybook;

  beforeAll(async () => {
    daybook = await startDaybook();
    await daybook.send(new PublishSpecification({ text: PERMITS, context: command() }));
    await daybook.settled();
    await daybook.send(
      new OpenRecord({
        application: 'permits',
        entity: 'Permit',
        id: RECORD,
        input: { title: 'A shed', applicant: 'Wilhelmina' },
        context: { ...command(), actor: PEOPLE.clerk.id },
      } as never),
    );
    await daybook.settled();
  });
  afterAll(() => daybook.close());

  const exportBy = async (who: 'admin' | 'boss', key: string) =>
    (await daybook.as(who))
      .post(`/-/applications/${key}/export`)
      .type('form')
      .send({ commandId: command().commandId, reason: 'Move to the new server' })
      .buffer(true)
      .parse(asBytes);

  const exportsInLog = async () =>
    (await eventsOfPermits(daybook)).filter(({ type }) => type === 'specification.exported');

  it('when an admin asks for it, then it comes as a file that another installation imports, and the log says so', async () => {
    const page = (await (await daybook.as('admin')).get('/permits/specification')).text;
    expect(page).toContain('href="/-/applications/permits/export"');

    const answer = await exportBy('admin', 'permits');

    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="permits.zip"',
      'cache-control': 'no-store',
    });
    const archive = newArchive();
    writeFileSync(archive, answer.body as Buffer);
    const target = await startDaybook({ peopled: false });
    try {
      await importPermits(target, archive);
      const [imported, own] = [await eventsOfPermits(target), await eventsOfPermits(daybook)];
      expect(imported.map(({ id }) => id)).toContain(own.find(({ type }) => type === 'record.opened')!.id);
      expect(own.at(-1)).toMatchObject({
        type: 'specification.exported',
        data: { archive: imported[0]!.metadata.archive!.sha256, people: 1 },
        metadata: { actor: PEOPLE.admin.id, reason: 'Move to the new server' },
      });
    } finally {
      await target.close();
    }
  });

  it('when the same form is sent twice, then both exports are recorded', async () => {
    const admin = await daybook.as('admin');
    const { commandId } = command();
    const send = async () =>
      admin
        .post('/-/applications/permits/export')
        .type('form')
        .send({ commandId, reason: 'Twice' })
        .buffer(true)
        .parse(asBytes);
    const before = await exportsInLog();
    expect([(await send()).status, (await send()).status]).toEqual([200, 200]);
    expect((await exportsInLog()).length).toBe(before.length + 2);
  });

  it('when the download is broken off, then the log says so, as what was sent can be read', async () => {
    const before = await exportsInLog();
    let received = 0;
    const brokenOff = new Writable({
      write(_chunk, _encoding, done) {
        // The first is the name of the first file.
        done(++received > 2 ? new Error('the client closed the connection') : null);
      },
    });
    const exporter = daybook.app.get(ApplicationExporter, { strict: false });
    const record = async (exported: ApplicationExported['data']) =>
      daybook.send(new NoteApplicationExported({ application: 'permits', exported, context: command() }));

    await expect(exporter.export('permits', brokenOff, record)).rejects.toThrow(
      'the client closed the connection',
    );

    const recorded = (await exportsInLog()).slice(before.length);
    expect(recorded.map(({ data }) => data)).toEqual([expect.objectContaining({ archive: '', people: 0 })]);
  });

  it('when somebody else asks for it, then they are refused, and their page does not offer it', async () => {
    const before = await eventsOfPermits(daybook);
    expect((await exportBy('boss', 'permits')).status).toBe(403);
    expect(await eventsOfPermits(daybook)).toEqual(before);
    expect((await (await daybook.as('boss')).get('/permits/specification')).text).not.toContain('/export"');
  });

  it('when there is no such application, then the page is not found', async () => {
    const answer = await exportBy('admin', 'nowhere');
    expect([answer.status, answer.headers['content-type']]).toEqual([
      404,
      expect.stringContaining('text/html'),
    ]);
  });
});
