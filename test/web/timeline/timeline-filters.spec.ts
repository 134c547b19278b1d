import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { QueryBus } from '@nestjs/cqrs';
import { parse } from 'node-html-parser';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { documentOf } from '#test/specification/documents.js';
import { readingApp, type ReadingApp } from '../reading/reading-app.js';

const DOCUMENT = documentOf({
  1: 'key: shop\nname: Firm\ntimeZone: Europe/Berlin',
  3: 'entities:\n  Case:\n    number: "C-{seq:3}"\n    title: "{name}"\n    fields: { name: text }',
  4: `lifecycles:
  Case:
    states: { fresh: Fresh, done: { title: Done, final: true } }
    actions: { finish: { title: Finish, from: fresh, to: done } }`,
  6: 'roles: { staff: { title: Staff } }\npermissions: { Case: { read: [staff] } }',
});

describe('given cases that were opened in the evening and finished at night', () => {
  let app: ReadingApp;
  let [staff, auditor] = [] as unknown as [SignedInPerson, SignedInPerson];
  let now = '2026-05-01T08:00:00.000Z';

  beforeAll(async () => {
    app = await readingApp(() => now);
    await app.publish(DOCUMENT);
    staff = await app.person('Sam', 'shop:staff');
    auditor = await app.person('Audrey', '-:auditor');
    now = '2026-05-01T19:59:00.000Z';
    const id = await app.open(staff, 'Case', { name: 'Lamp' });
    now = '2026-05-01T20:00:00.000Z';
    await app.act(staff, 'Case', id, 'finish');
    now = '2026-05-02T04:00:00.000Z';
    await app.comment(staff, 'Case', id, 'All is well.');
  });
  afterAll(() => app.close());

  async function listed(query: string): Promise<readonly string[]> {
    const { text } = await app.get(auditor, `/-/timeline?${query}`).expect(200);
    return parse(text)
      .querySelectorAll('.db-timeline-item')
      .map((item) => item.text.replaceAll(/\s+/g, ' ').trim());
  }
  const positions = async (query: string) => {
    const { text } = await app.get(auditor, `/-/timeline?${query}`).expect(200);
    return [...new Set([...text.matchAll(/\/-\/events\/(\d+)/g)].map(([, position]) => Number(position)))];
  };

  it.each([
    ['decisions', /finish/i],
    ['changes', /created/],
    ['comments', /commented/],
  ])('then the kind “%s” finds its events alone', async (kind, words) => {
    const found = await listed(`application=shop&type=${kind}`);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(words);
  });

  it('then internal events appear only when asked for', async () => {
    expect((await listed('application=shop')).length).toBeLessThan(
      (await listed('application=shop&type=all')).length,
    );
    expect((await listed('type=internal')).length).toBeGreaterThan(0);
  });

  it('then the night finds what happened in it by the clock of the reader', async () => {
    const night = 'application=shop&time.from=22:00&time.until=06:00';
    expect(await listed(night)).toEqual([expect.stringMatching(/finish/i)]);
    const inTokyo = { ...auditor, timeZone: 'Asia/Tokyo' };
    const { text } = await app.get(inTokyo, `/-/timeline?${night}`).expect(200);
    expect(parse(text).querySelectorAll('.db-timeline-item')).toHaveLength(2);
  });

  it('then a time that is none is named as a problem', async () => {
    const { text } = await app
      .get(auditor, '/-/timeline?time.from=25:00&position.from=x&as=ghost')
      .expect(200);
    expect(text).toMatch(/“Done by”[^]*“Position”[^]*“Time of day” was not understood/);
  });

  it('then positions find what lies between them, ends included', async () => {
    const all = (await positions('type=all')).toSorted((one, other) => one - other);
    expect(await positions(`type=all&position.from=${all[2]}&position.until=${all[4]}`)).toEqual([
      all[4],
      all[3],
      all[2],
    ]);
    expect(await positions(`type=all&position.until=${all[0]}`)).toEqual([all[0]]);
  });

  it('then a month finds what happened in it, and days within it narrow it', async () => {
    const inMay = await listed('application=shop&from=2026-05-01&until=2026-05-31');
    expect(inMay.length).toBeGreaterThan(0);
    expect(await listed('application=shop&month=2026-05')).toEqual(inMay);
    expect(await listed('application=shop&month=2026-05&from=2026-04-01&until=2026-05-01')).toEqual(
      await listed('application=shop&from=2026-05-01&until=2026-05-01'),
    );
    expect(await listed('application=shop&month=2026-04')).toEqual([]);
    expect(await listed('application=shop&month=2026-05&until=2026-04-30')).toEqual([]);
  });

  it('then events of chosen days stand in the order in which they happened, unless another is chosen', async () => {
    const shownFor = async (query: string) =>
      parse((await app.get(auditor, `/-/timeline?${query}`).expect(200)).text).querySelector('.db-below')!
        .text;
    expect(await shownFor('month=2026-05')).toContain('In the order in which things happened');
    expect(await shownFor('from=2026-05-01')).toContain('In the order in which things happened');
    expect(await shownFor('month=2026-05&order=recorded')).toContain('In the order in which it was recorded');
    expect(await shownFor('recorded.from=2026-05-01')).toContain('In the order in which it was recorded');
  });

  it('then a month that is none is named as a problem', async () => {
    for (const month of ['2026-13', 'May', '2026-05-01']) {
      const { text } = await app.get(auditor, `/-/timeline?month=${month}`).expect(200);
      expect([month, text]).toEqual([month, expect.stringContaining('“Month” was not understood')]);
    }
  });

  it('then days of recording find what was recorded on them', async () => {
    expect(await listed('application=shop&recorded.from=2026-05-02')).toEqual([
      expect.stringMatching(/commented/),
    ]);
    expect(await listed('recorded.until=2026-04-30&type=all')).toEqual([]);
    expect((await listed('application=shop&recorded.from=2026-05-01&recorded.until=2026-05-01')).length).toBe(
      3,
    );
  });

  it('then an export has what the page has, with the filter, the person and the moment', async () => {
    const position = await app.installation.store.head();
    const lines = await app
      .get(auditor, '/-/timeline.jsonl?application=shop&type=decisions')
      .buffer(true)
      .parse((response, done) => {
        let text = '';
        response.on('data', (piece: Buffer) => (text += piece.toString()));
        response.on('end', () => done(null, text));
      })
      .expect(200);
    const body = lines.body as string;
    const [heading, ...events] = body
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
    const filter = { application: 'shop', type: 'decisions' };
    expect(heading).toMatchObject({
      timeline: { by: 'Audrey', timeZone: 'Europe/Berlin', position, leftOut: [], filter },
    });
    const finished = { at: '2026-05-01T22:00:00.000+02:00', who: 'Sam', action: 'finish' };
    expect(events).toMatchObject([{ ...finished, recordTitle: expect.any(String) }, { end: { events: 1 } }]);
    const csv = (await app.get(auditor, '/-/timeline.csv?application=shop').expect(200)).text;
    expect(csv).toMatch(/^export,[\w-]{36},+\r\nby,Audrey,+\r\nat,2026-05-02T06:00:00.000\+02:00/);
    expect(csv.match(/,record\./g)).toHaveLength(3);
    await app.get(auditor, '/-/timeline.csv?position.from=x').expect(400);
    await app.get(staff, '/-/timeline.csv').expect(403);
  });

  it('then positions are understood as pages show them', async () => {
    const shown = async (from: string) =>
      parse(
        (await app.get(auditor, `/-/timeline?position.until=${encodeURIComponent(from)}`).expect(200)).text,
      ).querySelectorAll('.db-timeline-item').length;
    for (const written of ['#1', '1']) expect(await shown(written)).toBe(await shown('1'));
    for (const written of ['#1,000', '1.000', '1 000'])
      expect(await shown(written)).toBe(await shown('1000'));
    expect(await shown('1000')).not.toBe(await shown('1'));
  });

  it('then a range of positions does not hide that internal events are left out', async () => {
    const { text } = await app.get(auditor, '/-/timeline?position.from=1&position.until=5').expect(200);
    expect(parse(text).querySelector('.db-below')!.text).toContain(
      'Events at positions from 1 until 5, without sign-ins and internal events.',
    );
  });

  it('then each filter stands in a sentence, and a link removes it alone', async () => {
    const { text } = await app
      .get(auditor, '/-/timeline?application=shop&type=decisions&time.from=22:00')
      .expect(200);
    const html = parse(text);
    expect(html.querySelector('.db-below')!.text).toBe(
      'Events of the kind “Decisions”, in “Firm”, at a time of day from 22:00. In the order in which it was recorded, newest first.',
    );
    expect(html.querySelector('.db-active-filters [role=status]')!.text).toBe('1 event');
    const links = html.querySelectorAll('.db-chip').map((link) => link.getAttribute('href'));
    expect(links.map((href) => href!.replaceAll('&amp;', '&'))).toEqual([
      '/-/timeline?application=shop&time.from=22%3A00',
      '/-/timeline?type=decisions&time.from=22%3A00',
      '/-/timeline?application=shop&type=decisions',
    ]);
  });

  it('then no events are shown for a filter that was not understood, rather than those it would leave out', async () => {
    const { text } = await app.get(auditor, '/-/timeline?type=decisions&from=soon').expect(200);
    const html = parse(text);
    expect(html.querySelector('.db-below')!.text).not.toContain('soon');
    expect(html.querySelectorAll('.db-timeline-item')).toEqual([]);
    expect(html.querySelector('main')!.text).toContain('Correct the filter, or remove it, to see events.');
  });

  it('then no events are looked up for a filter that was not understood', async () => {
    const queried: string[] = [];
    const subscription = app.app.get(QueryBus).subscribe((query) => queried.push(query.constructor.name));
    await app.get(auditor, '/-/timeline?type=decisions').expect(200);
    expect(queried).toContain('ListTimeline');
    queried.length = 0;
    await app.get(auditor, '/-/timeline?type=decisions&from=soon').expect(200);
    subscription.unsubscribe();
    expect(queried).toContain('FindPublishedApplications');
    expect(queried).not.toContain('ListTimeline');
  });

  it('then a search for erasures that finds none says that nothing has been erased', async () => {
    const textOf = async (query: string) =>
      parse((await app.get(auditor, `/-/timeline?${query}`).expect(200)).text).querySelector('main')!.text;
    expect(await textOf('type=erasures')).toContain('Nothing has been erased');
    expect(await textOf('type=erasures&application=shop')).not.toContain('Nothing has been erased');
  });

  it('then paper has all pages of the selection, with the filter, the person and the moment', async () => {
    const { text } = await app.get(auditor, '/-/timeline/print?application=shop&type=decisions').expect(200);
    const html = parse(text);
    expect(html.querySelectorAll('.db-timeline-item')).toHaveLength(1);
    expect(html.querySelector('.db-below')!.text).toContain('of the kind “Decisions”, in “Firm”');
    expect(html.querySelector('.db-printed')!.text).toMatch(
      /^Printed for Audrey, 2 May 2026, 06:00 \(Europe\/Berlin\)\. 1 event$/,
    );
    await app.get(auditor, '/-/timeline/print?position.from=x').expect(400);
    await app.get(staff, '/-/timeline/print').expect(403);
  });

  it('then only what deputies did is found by that', async () => {
    expect(await listed('as=deputy')).toEqual([]);
  });
});
