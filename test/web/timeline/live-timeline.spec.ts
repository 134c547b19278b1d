// The notice of new events: as many as the filters find and the reader may see.
import type { AddressInfo } from 'node:net';
import { get, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'node-html-parser';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { documentOf } from '#test/specification/documents.js';
import { newEvent } from '../../log-copy/logs.js';
import { readUntil } from '../processes/read-until.js';
import { readingApp, type ReadingApp } from '../reading/reading-app.js';

const DOCUMENT = documentOf({
  1: 'key: shop\nname: Firm',
  3: 'entities: { Case: { title: "{name}", fields: { name: text, secret: integer } } }',
  6: `roles: { staff: Staff, boss: Boss }
permissions:
  Case:
    open: [staff]
    edit: [staff]
    read: [staff]
    comment: [staff]
    fields: { secret: { read: [boss], edit: [staff] } }`,
});

describe('given an auditor who looks at the timeline', () => {
  let app: ReadingApp;
  let [staff, auditor, boss] = [] as unknown as [SignedInPerson, SignedInPerson, SignedInPerson];
  let id: string;

  beforeAll(async () => {
    app = await readingApp();
    await app.app.listen(0);
    await app.publish(DOCUMENT);
    staff = await app.person('Sam', 'shop:staff');
    auditor = await app.person('Audrey', '-:auditor');
    boss = await app.person('Bea', '-:auditor', 'shop:boss');
    id = await app.open(staff, 'Case', { name: 'Lamp', secret: 1 });
  });
  afterAll(() => app.close());

  async function watch(query: string, by = auditor): Promise<IncomingMessage> {
    const { text } = await app.get(by, `/-/timeline?${query}`).expect(200);
    const path = parse(text)
      .querySelector('[data-live]')!
      .getAttribute('data-live')!
      .replaceAll('&amp;', '&');
    return connect(path, by);
  }

  async function connect(path: string, by = auditor): Promise<IncomingMessage> {
    const { port } = app.app.getHttpServer().address() as AddressInfo;
    const headers = { 'x-person': encodeURIComponent(JSON.stringify(by)) };
    return new Promise((resolve, reject) => {
      get({ port, path, headers }, resolve).on('error', reject);
    });
  }

  it('when something happened before the page was connected, then it is counted at once', async () => {
    const since = app.sources.readModels.position('timeline');
    await app.comment(staff, 'Case', id, 'Between');
    const response = await connect(`/-/timeline/live?application=shop&since=${since}`);
    expect(await readUntil(response, 'new event')).toContain('data: {"text":"1 new event"}');
    response.destroy();
  });

  it('when something happens, then it is counted', async () => {
    const response = await watch('application=shop');
    const first = readUntil(response, '1 new event');
    await app.comment(staff, 'Case', id, 'One');
    expect(await first).toContain('data: {"text":"1 new event"}');
    response.destroy();
  });

  it('when a page was left open for long, then only the newest thousand events are looked through', async () => {
    const [old, other] = [
      await app.open(staff, 'Case', { name: 'Old' }),
      await app.open(staff, 'Case', { name: 'Other' }),
    ];
    const { store, projections } = app.installation;
    const comments = Array.from({ length: 1_000 }, () => newEvent());
    await store.append(`shop.Case-${other}`, comments, 1);
    await projections.waitFor(await store.head(), 30_000);
    const response = await connect(`/-/timeline/live?record=${old}&since=0`);
    const first = readUntil(response, 'new event');
    await app.comment(staff, 'Case', old, 'New');
    expect(await first).toContain('data: {"text":"1 new event"}');
    response.destroy();
  }, 60_000);

  it('when it is nothing that the filters find or that the reader may see, then nothing is said', async () => {
    const [comments, hidden, visible] = await Promise.all([
      watch('type=comments'),
      watch('value=777'),
      watch('value=777', boss),
    ]);
    const heard = ['', ''];
    [comments, hidden].forEach((response, index) =>
      response.setEncoding('utf8').on('data', (text: string) => (heard[index] += text)),
    );
    const found = readUntil(visible, '1 new event');
    await app.change(staff, 'Case', id, { secret: 777 });
    expect(await found).toContain('1 new event');
    expect(heard.join('')).not.toContain('data:');
    for (const response of [comments, hidden, visible]) response.destroy();
  });

  it('then an older page announces nothing', async () => {
    const { body } = await app.get(auditor, '/api/-/timeline?limit=1').expect(200);
    const { next } = body as { readonly next: string };
    const older = next.replace('/api', '').replace('&limit=1', '');
    const { text } = await app.get(auditor, older).expect(200);
    expect(parse(text).querySelector('[data-live]')).toBeNull();
  });

  it('then it is for auditors and admins', async () => {
    expect((await app.get(staff, '/-/timeline/live')).status).toBe(403);
  });
});
