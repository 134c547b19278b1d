import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OpenRecord } from '#domain/record/record-commands.js';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
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
      .send({ commandId: command().commandId })
      .buffer(true)
      .parse(asBytes);

  it('when an admin asks for it, then it comes as a file that another installation imports, and the log says so', async () => {
    const page = (await (await daybook.as('admin')).get('/permits/specification')).text;
    expect(page).toContain('action="/-/applications/permits/export"');

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
        metadata: { actor: PEOPLE.admin.id },
      });
    } finally {
      await target.close();
    }
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
