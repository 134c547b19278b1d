// The notice of new records on a list: only of what the viewer finds there.
import type { AddressInfo } from 'node:net';
import { get, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'node-html-parser';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { documentOf } from '#test/specification/documents.js';
import { readUntil } from '../processes/read-until.js';
import { readingApp, type ReadingApp } from '../reading/reading-app.js';

const DOCUMENT = documentOf({
  1: 'key: shop\nname: Firm',
  2: `screens:
  /cases: { list: Case, columns: [name, state], filters: [state, name] }
  /done: { list: Case, title: Done, where: "record.state == 'done'" }
  /board: { board: Case, card: [name], filters: [name] }`,
  3: 'entities: { Case: { title: "{name}", fields: { name: text, secret: integer } } }',
  4: 'lifecycles: { Case: { states: { fresh: Fresh, done: Done }, actions: { finish: { from: fresh, to: done, by: [staff] } } } }',
  6: `roles: { staff: Staff, half: Half }
permissions:
  Case:
    open: [staff]
    edit: [staff]
    read: { staff: true, half: "record.name != 'Hidden'" }
    fields: { secret: { read: [staff], edit: [staff] } }`,
});

describe('given a list that somebody looks at', () => {
  let app: ReadingApp;
  let [staff, half] = [] as unknown as [SignedInPerson, SignedInPerson];
  let first = '';

  beforeAll(async () => {
    app = await readingApp();
    await app.app.listen(0);
    await app.publish(DOCUMENT);
    staff = await app.person('Sam', 'shop:staff');
    half = await app.person('Hal', 'shop:half');
    first = await app.open(staff, 'Case', { name: 'First', secret: 1 });
  });
  afterAll(() => app.close());

  async function liveOf(path: string, by: SignedInPerson): Promise<string | undefined> {
    const { text } = await app.get(by, path).expect(200);
    return parse(text).querySelector('[data-live]')?.getAttribute('data-live')?.replaceAll('&amp;', '&');
  }
  async function connect(path: string, by: SignedInPerson): Promise<IncomingMessage> {
    const { port } = app.app.getHttpServer().address() as AddressInfo;
    const headers = { 'x-person': encodeURIComponent(JSON.stringify(by)) };
    return new Promise((resolve, reject) => {
      get({ port, path, headers }, resolve).on('error', reject);
    });
  }
  const watch = async (path: string, by = half) => connect((await liveOf(path, by))!, by);

  it('when a record comes to it, then it is counted, also where that was before the page listened', async () => {
    const path = (await liveOf('/shop/cases', half))!;
    await app.open(staff, 'Case', { name: 'Between' });
    const response = await connect(path, half);
    expect(await readUntil(response, 'new record')).toContain('data: {"text":"1 new record on this list"}');
    const next = readUntil(response, '2 new records');
    await app.open(staff, 'Case', { name: 'Next' });
    expect(await next).toContain('data: {"text":"2 new records on this list"}');
    response.destroy();
  });

  it('when a record comes to it by a change of its state or of a field, then it is counted', async () => {
    const [done, named] = [await watch('/shop/done'), await watch('/shop/cases?name=Wanted')];
    const heard = [readUntil(done, '1 new record'), readUntil(named, '1 new record')];
    const id = await app.open(staff, 'Case', { name: 'Unwanted' });
    await app.act(staff, 'Case', id, 'finish');
    await app.change(staff, 'Case', first, { name: 'Wanted' });
    expect((await Promise.all(heard)).join()).toContain('1 new record');
    for (const response of [done, named]) response.destroy();
  });

  it('when something changes that the reader does not find there, then nothing is said', async () => {
    const [cases, all, filtered] = await Promise.all([
      watch('/shop/cases'),
      watch('/shop/cases', staff),
      watch('/shop/cases?name=Nothing'),
    ]);
    const heard = ['', ''];
    [cases, filtered].forEach((response, index) =>
      response.setEncoding('utf8').on('data', (text: string) => (heard[index] += text)),
    );
    const found = readUntil(all, '1 new record');
    await app.change(staff, 'Case', first, { secret: 2 });
    await app.open(staff, 'Case', { name: 'Hidden' });
    expect(await found).toContain('1 new record');
    const more = readUntil(all, '2 new records');
    await app.change(staff, 'Case', first, { secret: 3 });
    await app.open(staff, 'Case', { name: 'Hidden' });
    expect(await more).toContain('2 new records');
    expect(heard.join('')).not.toContain('data:');
    for (const response of [cases, all, filtered]) response.destroy();
  });

  it('when a record is created on a board or the map of a process, or moves on, then that is counted', async () => {
    const moving = await app.open(staff, 'Case', { name: 'Moving' });
    for (const path of ['/shop/board', '/shop/cases/map']) {
      const live = (await liveOf(path, half))!;
      const id = await app.open(staff, 'Case', { name: 'Before it listened' });
      const response = await connect(live, half);
      expect(await readUntil(response, 'data:')).toContain('1 record is new here or has moved on');
      const next = readUntil(response, '2 records');
      await app.act(staff, 'Case', path === '/shop/board' ? moving : id, 'finish');
      if (path !== '/shop/board') await app.open(staff, 'Case', { name: 'Another' });
      expect(await next).toContain('2 records are new here or have moved on');
      response.destroy();
    }
  });

  it('when something on a board changes that its reader does not find there, or moves nothing, then nothing is said', async () => {
    const hidden = await app.open(staff, 'Case', { name: 'Hidden' });
    const elsewhere = await app.open(staff, 'Case', { name: 'Elsewhere' });
    const [board, map, all, filtered] = await Promise.all([
      watch('/shop/board'),
      watch('/shop/cases/map'),
      watch('/shop/board', staff),
      watch('/shop/board?name=Nothing'),
    ]);
    const heard = ['', '', ''];
    [board, map, filtered].forEach((response, index) =>
      response.setEncoding('utf8').on('data', (text: string) => (heard[index] += text)),
    );
    const found = readUntil(all, '1 record');
    await app.change(staff, 'Case', elsewhere, { name: 'Renamed' });
    await app.act(staff, 'Case', hidden, 'finish');
    expect(await found).toContain('1 record is new here or has moved on');
    const more = readUntil(all, '2 records');
    await app.open(staff, 'Case', { name: 'Hidden' });
    expect(await more).toContain('2 records are new here or have moved on');
    expect(heard.join('')).not.toContain('data:');
    for (const response of [board, map, all, filtered]) response.destroy();
  });

  it('then a list that the reader may not see is refused as one that does not exist', async () => {
    const other = await app.person('Olga');
    for (const [by, query] of [
      [other, 'application=shop&screen=/cases'],
      [other, 'application=shop&screen=/board'],
      [other, 'application=shop&screen=/cases/map'],
      [half, 'application=shop&screen=/nowhere'],
      [half, 'application=none&screen=/cases'],
    ] as const)
      expect((await app.get(by, `/-/lists/live?${query}`)).status).toBe(404);
  });

  it('when somebody loses the right to read it, then the connection ends', async () => {
    const response = await watch('/shop/cases', staff);
    const ended = new Promise((resolve) => response.once('end', resolve));
    response.resume();
    await app.publish(DOCUMENT.replace('read: { staff: true, half', 'read: { half'));
    await ended;
    expect(response.complete).toBe(true);
    await app.publish(DOCUMENT);
  });
});
