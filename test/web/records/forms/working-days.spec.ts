import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { documentOf } from '#test/specification/documents.js';
import { hiddenIn, startDaybook, system, type Browser, type Daybook } from '#test/web/daybook.js';

const document = (holidays: string) =>
  documentOf({
    1: 'name: Letters\nkey: letters\ntimeZone: Europe/Berlin',
    2: `screens:
  /late: { list: Letter, title: Late, sort: -answerBy, columns: [title, receivedOn, answerBy] }`,
    3: `entities:
  Letter:
    title: "{title}"
    fields:
      title: { type: text, required: true }
      receivedOn: { type: date, required: true }
      visitOn: { type: date, default: "today + workdays(2)" }
      answerBy: { type: date, computed: "record.receivedOn + workdays(3)" }`,
    5: `rules:
  R1: { on: Letter, check: "record.visitOn == null || isWorkday(record.visitOn)", error: CLOSED, fields: [visitOn] }`,
    8: 'errors: { CLOSED: { message: Nobody is there on that day., remedy: Choose a working day. } }',
    9: `calendar: { days: [mon–fri], hours: 09:00–17:00, holidays: [${holidays}] }`,
  });

/** A Wednesday evening; two days later is a holiday. */
const NOW = '2026-12-23T20:00:00.000Z';

describe('working days in an application', () => {
  let daybook: Daybook;
  let admin: Browser;

  beforeAll(async () => {
    daybook = await startDaybook({ clock: () => NOW });
    await daybook.send(new PublishSpecification({ text: document('2026-12-25'), context: system() }));
    admin = await daybook.as('admin');
    await daybook.settled();
  });
  afterAll(() => daybook.close());

  const open = async (fields: object) => {
    const answer = await admin.post('/api/letters/Letter').send({ fields });
    await daybook.settled();
    return answer;
  };
  const fieldsOf = async (id: string) =>
    ((await admin.get(`/api/letters/Letter/${id}`)).body as { fields: Record<string, string> }).fields;

  it('given a letter over the API, when it is opened, then days are counted without weekend and holiday', async () => {
    const { status, body } = await open({ title: 'A question', receivedOn: '2026-12-23' });
    expect(status).toBe(201);
    expect(await fieldsOf((body as { id: string }).id)).toMatchObject({
      answerBy: '2026-12-29',
      visitOn: '2026-12-28',
    });
  });

  it('given a day that is not worked on, when it is chosen, then the form says so and keeps what was typed', async () => {
    const { text } = await admin.get('/letters/late/new');
    const form = { ...hiddenIn(text), title: 'An answer', receivedOn: '2026-12-24', visitOn: '2026-12-25' };
    const refused = await admin.post('/letters/late/new').type('form').send(form);
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('Nobody is there on that day.');
    expect(refused.text).toContain('value="2026-12-25"');
    const again = { ...form, visitOn: '2026-12-28', commandId: hiddenIn(refused.text)['commandId'] };
    expect((await admin.post('/letters/late/new').type('form').send(again)).status).toBe(303);
    await daybook.settled();
  });

  it('given two letters, when the list sorts by the computed day, then the later one is first', async () => {
    await open({ title: 'Sooner', receivedOn: '2026-12-23' });
    await open({ title: 'Later', receivedOn: '2026-12-24' });
    const { text } = await admin.get('/letters/late');
    const rows = [
      ...text.matchAll(/db-row-link[^>]*>(Sooner|Later)<.*?dateTime="[^"]*".*?dateTime="([^"]*)"/g),
    ];
    expect(rows.map(([, title, day]) => [title, day])).toEqual([
      ['Later', '2026-12-30'],
      ['Sooner', '2026-12-29'],
    ]);
  });

  it('given a version with another holiday, when nothing happens to a letter, then its day stays; when it changes, it moves', async () => {
    const { body } = await open({ title: 'A complaint', receivedOn: '2026-12-28' });
    const { id } = body as { id: string };
    expect((await fieldsOf(id))['answerBy']).toBe('2026-12-31');
    const text = document('2026-12-25, 2026-12-30');
    await daybook.send(new PublishSpecification({ text, context: system() }));
    await daybook.settled();
    expect((await fieldsOf(id))['answerBy']).toBe('2026-12-31');
    const changed = await admin
      .patch(`/api/letters/Letter/${id}`)
      .set('If-Match', '"1"')
      .send({ fields: { title: 'A complaint, again' } });
    expect(changed.status).toBe(200);
    await daybook.settled();
    expect((await fieldsOf(id))['answerBy']).toBe('2027-01-01');
  });
});
