// The check of an exported file, on the page and by API.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'node-html-parser';
import { PEOPLE, startDaybook, type Browser, type Daybook } from '../daybook.js';

const PAGE = '/-/timeline/check';
const API = `/api${PAGE}`;
const MB = 1024 * 1024;

describe('given an auditor with a file that was exported from the timeline', () => {
  let daybook: Daybook;
  let admin: Browser;
  let file: Buffer;

  beforeAll(async () => {
    daybook = await startDaybook({ on: { archiveBytes: MB } });
    admin = await daybook.as('admin');
    const { text } = await admin.get('/-/timeline.csv?type=all&q=Clara').expect(200);
    file = Buffer.from(text);
    await daybook.settled();
  });
  afterAll(() => daybook.close());

  const changed = () => Buffer.from(file.toString().replace('Clara', 'Klara'));
  const unknown = () => Buffer.from(file.toString().replace(/[0-9a-f]{8}-/, '00000000-'));
  const head = () => daybook.installation.store.head();
  const send = (bytes: Buffer, name = 'timeline.csv', by = admin) =>
    by.post(PAGE).attach('file', bytes, { filename: name, contentType: 'text/csv' });
  async function read(bytes: Buffer, name?: string) {
    const { text } = await send(bytes, name).expect(200);
    const main = parse(text).querySelector('main')!;
    const facts = main.querySelectorAll('.db-facts > div').map((fact) => {
      return [fact.querySelector('dt')!.text, fact.querySelector('dd')!.text] as const;
    });
    return { main, title: main.querySelector('.alert h2')!.text, facts: Object.fromEntries(facts) };
  }
  const events = () => /^events,(\d+)/m.exec(file.toString())![1];
  const ask = (bytes: Buffer, by = admin) =>
    by.post(API).set('Content-Type', 'text/csv').send(bytes.toString());

  it('then the timeline leads to the page, which asks for a file', async () => {
    const { text } = await admin.get('/-/timeline').expect(200);
    expect(parse(text).querySelector(`main a[href="${PAGE}"]`)!.text).toBe('Check a file that was exported');
    const form = parse((await admin.get(PAGE).expect(200)).text).querySelector(`form[action="${PAGE}"]`)!;
    expect(form.getAttribute('enctype')).toBe('multipart/form-data');
    expect(form.text).toContain('1 MB at most');
  });

  it('when it is as it was, then the page says by whom, when, up to where and how much was exported', async () => {
    const { title, facts, main } = await read(file);
    expect(title).toBe('timeline.csv is unchanged');
    expect(facts).toMatchObject({
      'Exported by': PEOPLE.admin.name,
      'Events in it': events(),
      Format: 'CSV',
      'SHA-256 of this file': createHash('sha256').update(file).digest('hex'),
    });
    expect(facts['Up to event']).toMatch(/^#\d+$/);
    expect(main.text).toContain('You can rely on it.');
    const event = main.querySelector('.db-facts a')!;
    const recorded = await admin.get(event.getAttribute('href')!).expect(200);
    expect(recorded.text).toContain('timeline.exported');
  });

  it('when it was changed, then the page says so without the count, and leads to the same events', async () => {
    const { title, facts, main } = await read(changed());
    expect(title).toBe('timeline.csv was changed');
    expect(facts).toMatchObject({ 'Exported by': PEOPLE.admin.name });
    expect(facts).not.toHaveProperty('Events in it');
    expect(main.text).toContain('Do not rely on it.');
    expect(main.text).toContain('are not recorded: enter them again');
    const again = new URL(main.querySelector('.alert a')!.getAttribute('href')!, 'http://x');
    expect([again.pathname, again.searchParams.get('type')]).toEqual(['/-/timeline', 'all']);
    expect(`#${again.searchParams.get('position.until')}`).toBe(facts['Up to event']);
    await admin.get(again.pathname + again.search).expect(200);
  });

  it('when it is of another log, or no export, then the page says so', async () => {
    const elsewhere = await read(unknown(), 'a <b>.csv');
    expect(elsewhere.title).toBe('The export of a _b_.csv is not known here');
    expect(Object.keys(elsewhere.facts)).toEqual(['SHA-256 of this file']);
    expect((await read(Buffer.from('a,b\r\n'), 'list.csv')).title).toBe(
      'list.csv is no export of the timeline',
    );
    expect((await read(Buffer.alloc(0))).title).toBe('timeline.csv is no export of the timeline');
  });

  it('when no file is sent, or a larger one than is taken, then nothing is checked', async () => {
    const none = await admin.post(PAGE).type('form').send({});
    expect([none.status, none.text.includes('Choose a file')]).toEqual([422, true]);
    const large = await send(Buffer.alloc(MB + 1), 'large.csv');
    expect(large.status).toBe(422);
    expect(large.text).toContain('large.csv is larger than 1 MB.');
    const byApi = await ask(Buffer.alloc(MB + 1, 'x'));
    expect([byApi.status, byApi.body.code]).toEqual([413, 'TOO_LARGE_REQUEST']);
  });

  it('then the API answers the same', async () => {
    const { body } = await ask(file).expect(200);
    expect(body).toEqual({
      result: 'unchanged',
      sha256: createHash('sha256').update(file).digest('hex'),
      exported: {
        ...{ by: PEOPLE.admin.id, who: PEOPLE.admin.name, format: 'csv', filter: { type: 'all' } },
        at: expect.stringMatching(/^\d{4}-.*[+-]\d\d:\d\d$/),
        ...{ upTo: expect.any(Number), position: expect.any(Number), events: Number(events()) },
      },
    });
    const other = (await ask(changed()).expect(200)).body;
    expect(other).toMatchObject({ result: 'changed', exported: { by: PEOPLE.admin.id } });
    expect(other.exported).not.toHaveProperty('events');
    expect((await ask(unknown()).expect(200)).body).toMatchObject({ result: 'unknown' });
    expect((await ask(Buffer.from('a,b')).expect(200)).body).toMatchObject({ result: 'no-export' });
  });

  it('when the address of the API ends in a slash, or the file says it is a form, then the answer is the same', async () => {
    for (const [path, type] of [
      [API, 'application/x-www-form-urlencoded'],
      [`${API}/`, 'application/x-www-form-urlencoded'],
      [`${API}/`, 'text/csv'],
    ] as const) {
      const { status, body } = await admin.post(path).set('Content-Type', type).send(file.toString());
      expect([path, type, status, body.result]).toEqual([path, type, 200, 'unchanged']);
    }
  });

  it('when the file is sent to the API in a form, then the answer says how to send it', async () => {
    const { status, body } = await admin.post(API).attach('file', file, 'timeline.csv');
    expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
    expect(JSON.stringify(body)).toContain('has to be the file itself');
  });

  it('then a program with a token that reads may ask, where it has the rights of its person', async () => {
    const tokenWith = async (administration: object) => {
      const form = { name: 'Checks', access: 'read', application: '', expires: '30', ...administration };
      const { text } = await admin.post('/-/account/tokens').type('form').send(form).expect(200);
      return /daybook_[0-9a-f]{16}_[\w-]{43}/.exec(text)![0];
    };
    const asProgram = async (token: string) =>
      ask(file, daybook.browser()).set('Authorization', `Bearer ${token}`);
    expect(await asProgram(await tokenWith({ administration: 'true' }))).toMatchObject({
      status: 200,
      body: { result: 'unchanged' },
    });
    expect((await asProgram(await tokenWith({}))).status).toBe(403);
  });

  it('then nothing is written and no file is kept', async () => {
    const before = await head();
    await read(file);
    await ask(file).expect(200);
    expect(await head()).toBe(before);
    const keys: unknown[] = [];
    for await (const key of daybook.installation.files.listKeys()) keys.push(key);
    expect(keys).toEqual([]);
  });

  it('then somebody else is refused', async () => {
    const clerk = await daybook.as('clerk');
    expect((await send(file, 'timeline.csv', clerk)).status).toBe(403);
    expect((await ask(file, clerk)).status).toBe(403);
  });
});
