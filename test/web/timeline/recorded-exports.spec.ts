// Each file that leaves the timeline is in the log, with its hash.
import { createHash } from 'node:crypto';
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'node-html-parser';
import { deriveExportId } from '#command-handling/timeline-export/derive-export-id.js';
import { isStreamName } from '#domain/stream-names.js';
import type { TimelineExported } from '#domain/timeline-export/timeline-export-events.js';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { readingApp, type ReadingApp } from '../reading/reading-app.js';
import { documentOf } from '#test/specification/documents.js';
import { newEvent } from '../../log-copy/logs.js';
import { checkExport } from '../../../src/export-check/check-export.js';

const DOCUMENT = documentOf({
  1: 'key: shop\nname: Firm',
  3: 'entities: { Case: { title: "{name}", fields: { name: text } } }',
  6: 'roles: { staff: { title: Staff, everyone: true } }',
});

describe('given an auditor who exports the timeline', () => {
  let app: ReadingApp;
  let [staff, auditor] = [] as unknown as [SignedInPerson, SignedInPerson];
  let id = '';

  beforeAll(async () => {
    app = await readingApp();
    await app.app.listen(0);
    await app.publish(DOCUMENT);
    staff = await app.person('Sam', 'shop:staff');
    auditor = await app.person('Audrey', '-:auditor');
    id = await app.open(staff, 'Case', { name: 'Lamp' });
    await app.comment(staff, 'Case', id, 'About Jane Doe');
  });
  afterAll(() => app.close());

  const settled = async () =>
    app.installation.projections.waitFor(await app.installation.store.head(), 10_000);
  const download = async (path: string): Promise<Buffer> => {
    const { body } = await app
      .get(auditor, path)
      .buffer(true)
      .parse((response, done) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => done(null, Buffer.concat(chunks)));
      })
      .expect(200);
    await settled();
    return body as Buffer;
  };
  interface Recorded {
    readonly stream: string;
    readonly position: number;
    readonly data: TimelineExported['data'];
    readonly metadata: { readonly actor: string };
  }
  async function recorded(): Promise<readonly Recorded[]> {
    const found: Recorded[] = [];
    const head = await app.installation.store.head();
    for await (const batch of app.installation.store.all()) {
      for (const event of batch)
        if (event.type === 'timeline.exported') found.push(event as unknown as Recorded);
      if (batch.at(-1)!.position >= head) return found;
    }
    return found;
  }
  const check = (content: Buffer | string) =>
    checkExport(app.installation.store, Readable.from([Buffer.from(content)]));

  it.each([
    ['csv', '/-/timeline.csv'],
    ['jsonl', '/api/-/timeline.jsonl'],
  ])(
    'then a file as %s is recorded with person, filter, count and hash, on a stream of its own that its id leads to',
    async (format, path) => {
      const position = await app.installation.store.head();
      const file = await download(`${path}?application=shop&q=Jane&type=comments`);
      const [last] = (await recorded()).slice(-1) as [Recorded];
      expect(last).toMatchObject({
        data: {
          ...{ format, filter: { application: 'shop', type: 'comments' }, otherFilters: ['q'] },
          ...{ upTo: position, events: 1, sha256: createHash('sha256').update(file).digest('hex') },
        },
        metadata: { actor: auditor.id },
      });
      expect(JSON.stringify(last)).not.toContain('Jane');
      expect(isStreamName(last.stream)).toBe(true);
      expect(last.stream).toMatch(/^timeline-export-/);
      const fileId = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(file.toString())![0];
      expect(last.stream).toBe(`timeline-export-${deriveExportId(fileId)}`);
      expect(JSON.stringify(last)).not.toContain(fileId);
    },
  );

  it('then the timeline shows it among internal events, and only there', async () => {
    await download('/-/timeline.csv?type=comments');
    const shown = async (query: string) =>
      parse((await app.get(auditor, `/-/timeline?${query}`).expect(200)).text).querySelector('main')!.text;
    expect(await shown('type=internal')).toMatch(/Audrey exported events of the timeline/);
    expect(await shown('')).not.toContain('Audrey exported');
    expect(await shown('application=shop&type=all')).not.toContain('Audrey exported');
  });

  it('then nobody sees how many events another person got, which depends on what that person may read', async () => {
    await download('/-/timeline.csv?type=comments');
    const { position } = (await recorded()).at(-1)!;
    const { data } = JSON.parse(
      (await app.get(auditor, `/api/-/timeline?type=internal&limit=1`).expect(200)).text,
    ).items[0];
    const sha256 = expect.stringMatching(/^[0-9a-f]{64}$/);
    expect(data).toMatchObject({ format: 'csv', sha256, events: { hidden: true } });
    const page = parse((await app.get(auditor, `/-/events/${position}`).expect(200)).text);
    expect(page.querySelector('main')!.text).toMatch(/"events": \{\s*"hidden": true/);
  });

  it('then a page of the timeline, and a refused export, are not recorded', async () => {
    const before = await app.installation.store.head();
    await app.get(auditor, '/-/timeline').expect(200);
    await app.get(auditor, '/-/timeline.csv?position.from=x').expect(400);
    await app.get(staff, '/-/timeline.csv').expect(403);
    expect(await app.installation.store.head()).toBe(before);
  });

  it('then the file is recognised, and one that was changed, or that another log exported, is not', async () => {
    for (const end of ['csv', 'jsonl']) {
      const file = await download(`/-/timeline.${end}?type=comments`);
      expect(await check(file)).toMatchObject({
        ...{ result: 'unchanged', sha256: createHash('sha256').update(file).digest('hex') },
        exported: { format: end, events: 1 },
      });
      const changed = await check(file.toString().replace('Lamp', 'Bulb'));
      expect(changed).toMatchObject({ result: 'changed', exported: { by: auditor.id } });
      expect(changed).not.toHaveProperty('exported.events');
      const other = file.toString().replace(/[0-9a-f]{8}-[0-9a-f]{4}-4/, '00000000-0000-4');
      expect(await check(other)).toMatchObject({ result: 'unknown' });
    }
    expect(await check('a,b\r\n')).toMatchObject({ result: 'no-export' });
  });

  it('when the download is broken off, then what was sent is recorded, without a hash', async () => {
    const { store, projections } = app.installation;
    const { version } = await store.read(`shop.Case-${id}`);
    await store.append(
      `shop.Case-${id}`,
      Array.from({ length: 3_000 }, () => newEvent()),
      version,
    );
    await projections.waitFor(await store.head(), 30_000);
    const { port } = app.app.getHttpServer().address() as AddressInfo;
    const headers = { 'x-person': encodeURIComponent(JSON.stringify(auditor)) };
    const before = (await recorded()).length;
    await new Promise<void>((resolve, reject) => {
      get({ port, path: '/-/timeline.jsonl?type=all', headers }, (response) =>
        response.once('data', () => {
          response.destroy();
          resolve();
        }),
      ).on('error', reject);
    });
    let found = await recorded();
    for (let asked = 0; found.length === before && asked < 200; asked++) {
      await app.get(auditor, '/-/timeline?type=internal');
      found = await recorded();
    }
    expect(found.at(-1)!.data).toMatchObject({ format: 'jsonl', sha256: '' });
    expect(found.at(-1)!.data.events).toBeLessThan(3_000);
  }, 60_000);
});
