import { readFileSync, rmSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { parse } from 'node-html-parser';
import { OpenRecord } from '#domain/record/record-commands.js';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { streams } from '#domain/stream-names.js';
import { RegisterUser, RevokeRole } from '#domain/user/user-commands.js';
import { documentOf } from '#test/specification/documents.js';
import { command, eventsOfPermits, exportPermits, PERMITS } from '../../application-archive/moving.js';
import { newFolder, PEOPLE, startDaybook, type Browser, type Daybook } from '../daybook.js';
import { prepareImports, runImports } from './import-worker.js';

const CLARA = '0199cccc-0000-7000-8000-00000000c1aa';
const IMPORTS = '/-/application-imports';
const MB = 1024 * 1024;

async function archiveOf(records: number): Promise<Buffer> {
  const there = await startDaybook({ peopled: false });
  try {
    await there.send(new PublishSpecification({ text: PERMITS, context: command() }));
    await there.send(
      new RegisterUser({ id: CLARA, name: 'Clara Clerk', signInName: 'clara', context: command() }),
    );
    await there.settled();
    for (let number = 1; number <= records; number++)
      await there.send(
        new OpenRecord({
          application: 'permits',
          entity: 'Permit',
          id: `0199cccc-0000-7000-8000-${String(number).padStart(12, '0')}`,
          input: { title: `Permit ${number}`, applicant: `Wilhelmina ${number}` },
          context: { ...command(), actor: CLARA },
        } as never),
      );
    await there.settled();
    return readFileSync(await exportPermits(there));
  } finally {
    await there.close();
  }
}

describe('importing an application by its page', () => {
  let archive: Buffer;
  let folder: string;
  let daybook: Daybook;
  let admin: Browser;

  beforeAll(async () => {
    archive = await archiveOf(20);
  });
  beforeEach(async () => {
    folder = newFolder();
    daybook = await startDaybook({ folder, on: { archiveBytes: MB } });
    admin = await daybook.as('admin');
  });
  afterEach(async () => {
    await daybook.close();
    rmSync(folder, { recursive: true });
  });

  const send = async (bytes: Buffer, name = 'permits.zip', by = admin) =>
    by.post(IMPORTS).attach('archive', bytes, { filename: name, contentType: 'application/zip' });
  const upload = async (bytes = archive): Promise<string> => {
    const answer = await send(bytes);
    expect(answer.status).toBe(303);
    return String(answer.headers['location']);
  };
  const read = async (path: string) => (await admin.get(path)).text;
  const checkWith = async (path: string, fields: Readonly<Record<string, string>>) => {
    const form = admin.post(`${path}/people`);
    for (const [name, value] of Object.entries(fields)) form.field(name, value);
    const answer = await form;
    expect([answer.status, answer.headers['location']]).toEqual([303, path]);
    await runImports(daybook);
  };
  const start = async (path: string) => admin.post(`${path}/start`).type('form').send({});
  const storedFiles = async () => {
    const keys: string[] = [];
    for await (const { prefix } of daybook.installation.files.listKeys()) keys.push(prefix);
    return keys;
  };

  it('when an archive was uploaded, then it is checked, nothing is written, and the page says what it holds', async () => {
    const head = await daybook.installation.store.head();
    const path = await upload();

    const waiting = await admin.get(path);
    expect(waiting.headers['refresh']).toBe('2');
    expect(waiting.text).toContain('Waiting to begin');
    await runImports(daybook);

    const page = await admin.get(path);
    expect(page.headers['refresh']).toBeUndefined();
    for (const text of [
      'Ready to be imported',
      'Permits',
      'Clara Clerk',
      'signed in as clara',
      'known from the archive only',
    ])
      expect(page.text).toContain(text);
    expect(page.text).toContain(`formAction="${path}/start"`);
    expect(await daybook.installation.store.head()).toBe(head);
    expect(await read(IMPORTS)).toContain(`href="${path}"`);
  });

  it('when the import is started, then it is done as who started it, and the page leads to what is there', async () => {
    const path = await upload();
    await runImports(daybook);
    await checkWith(path, { 'people.0.id': CLARA, 'people.0.here': PEOPLE.clerk.id });
    expect(await read(path)).toContain(`href="/-/people/${PEOPLE.clerk.id}"`);

    expect((await start(path)).status).toBe(303);
    expect((await start(path)).status).toBe(303);
    await runImports(daybook);
    await daybook.settled();

    const page = await read(path);
    expect(page).toContain('Permits is imported.');
    expect(page).toContain('href="/permits"');
    const events = await eventsOfPermits(daybook);
    expect(events.filter(({ type }) => type === 'record.opened')[0]!.metadata.actor).toBe(PEOPLE.clerk.id);
    expect(events.at(-1)).toMatchObject({
      type: 'specification.imported',
      metadata: { actor: PEOPLE.admin.id },
    });
    const begun = await daybook.installation.store.read(streams.applicationImport('permits'));
    expect(begun.events).toMatchObject([{ metadata: { actor: PEOPLE.admin.id } }]);
    expect(await storedFiles()).toEqual([]);
  });

  it('when the import is started with entries that were not checked, then they are checked first and nothing is written', async () => {
    const path = await upload();
    await runImports(daybook);
    const head = await daybook.installation.store.head();
    const entered = { 'people.0.id': CLARA, 'people.0.here': PEOPLE.clerk.id };
    const startWith = async () => {
      const form = admin.post(`${path}/start`);
      for (const [name, value] of Object.entries(entered)) form.field(name, value);
      return form;
    };

    expect((await startWith()).status).toBe(303);
    expect(await read(path)).toContain('what you entered is checked first');
    await runImports(daybook);
    const checked = await read(path);
    expect(checked).toContain('Ready to be imported');
    expect(checked).toContain(`href="/-/people/${PEOPLE.clerk.id}"`);
    expect(await daybook.installation.store.head()).toBe(head);

    expect((await startWith()).status).toBe(303);
    await runImports(daybook);
    await daybook.settled();
    const opened = (await eventsOfPermits(daybook)).find(({ type }) => type === 'record.opened')!;
    expect(opened.metadata.actor).toBe(PEOPLE.clerk.id);
  });

  it('the button that starts the import sends the table of people', async () => {
    const path = await upload();
    await runImports(daybook);
    const page = parse(await read(path));
    const button = page.querySelector(`button[formaction="${path}/start"]`)!;
    const form = page.getElementById(button.getAttribute('form')!)!;
    expect(form.querySelector('input[name="people.0.here"]')).not.toBeNull();
  });

  it('when the server stops amid the import, then another one continues it, and every event is there once', async () => {
    const path = await upload();
    await runImports(daybook);
    await start(path);

    await runImports(daybook, { appends: 4 });
    expect(await read(path)).toContain('Being imported');
    expect(await daybook.installation.specifications.current('permits')).toBeUndefined();
    await daybook.close();
    daybook = await startDaybook({ folder, peopled: false });
    admin = await daybook.as('admin');
    await runImports(daybook);
    await daybook.settled();

    expect(await read(path)).toContain('Permits is imported.');
    const ids = (await eventsOfPermits(daybook)).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(20);
  });

  it('when it is another table than the one that was checked, then it is checked before it can be started', async () => {
    const path = await upload();
    await runImports(daybook);
    const answer = await admin
      .post(`${path}/people`)
      .attach('table', Buffer.from('person,here\nclara,nobody-here\n'), 'people.csv');
    expect(answer.status).toBe(303);
    expect((await start(path)).status).toBe(409);

    await runImports(daybook);

    const page = await read(path);
    expect(page).toContain('nobody here has the id or sign-in name “nobody-here”');
    expect(page).toContain('value="nobody-here"');
    expect(page).not.toContain('/start"');
    await checkWith(path, { 'people.0.id': CLARA, 'people.0.here': '' });
    expect(await read(path)).toContain('/start"');
  });

  it('when a table of people is none, then the page says so and keeps what was checked', async () => {
    const path = await upload();
    await runImports(daybook);
    const answer = await admin.post(`${path}/people`).attach('table', Buffer.from('clara\n'), 'people.csv');
    expect([answer.status, answer.text]).toEqual([422, expect.stringContaining('people.csv:1')]);
    const binary = await admin
      .post(`${path}/people`)
      .attach('table', Buffer.from([0xff, 0xfe, 0x80]), 'people.csv');
    expect([binary.status, binary.text]).toEqual([422, expect.stringContaining('write a CSV file in UTF-8')]);
    expect(await read(path)).toContain('/start"');
  });

  it.each<[string, () => Buffer, RegExp]>([
    ['cut off', () => archive.subarray(0, 2000), /cannot be read as a ZIP archive/],
    ['no archive', () => Buffer.from('hello'), /cannot be read as a ZIP archive/],
    ['too large', () => Buffer.alloc(MB + 1), /permits\.zip is larger than 1 MB/],
  ])('when it is %s, then it is refused in words, and nothing is kept', async (_, bytes, words) => {
    const answer = await send(bytes());
    expect([answer.status, answer.text]).toEqual([422, expect.stringMatching(words)]);
    expect(await storedFiles()).toEqual([]);
    expect(await read(IMPORTS)).toContain('No archive was uploaded');
  });

  it('when somebody reads German, then the reasons are in German, also of what was checked in the background', async () => {
    const german = (path: string) => admin.get(path).set('Accept-Language', 'de');
    const cut = await admin
      .post(IMPORTS)
      .set('Accept-Language', 'de')
      .attach('archive', archive.subarray(0, 2000), { filename: 'permits.zip' });
    expect([cut.status, cut.text]).toEqual([
      422,
      expect.stringContaining('permits.zip kann nicht als ZIP-Archiv gelesen werden'),
    ]);
    const path = await upload();
    await runImports(daybook);
    await checkWith(path, { 'people.0.id': CLARA, 'people.0.here': 'nobody-here' });
    expect((await german(path)).text).toContain(
      'Niemand hier hat die Kennung oder den Anmeldenamen „nobody-here“.',
    );
    expect(await read(path)).toContain('nobody here has the id or sign-in name “nobody-here”');
    const table = await admin
      .post(`${path}/people`)
      .set('Accept-Language', 'de')
      .attach('table', Buffer.from([0xff, 0xfe, 0x80]), 'people.csv');
    expect(table.text).toContain('Schreiben Sie eine CSV-Datei in UTF-8');
  });

  it('when no file was chosen, then the page asks for one', async () => {
    const answer = await admin.post(IMPORTS).field('note', 'x');
    expect([answer.status, answer.text]).toEqual([422, expect.stringContaining('Choose an archive')]);
  });

  it('when bytes in it were changed, then the check refuses it', async () => {
    const changed = Buffer.from(archive);
    const at = changed.indexOf('people.jsonl') + 40;
    changed[at]! ^= 0x01;
    const path = await upload(changed);
    await runImports(daybook);
    const page = await read(path);
    expect(page).toContain('Cannot be imported like this');
    expect(page).not.toContain('/start"');
  });

  it('when the upload is broken off, then the page says so, and nothing of it is kept', async () => {
    const { port } = daybook.app.getHttpServer().address() as AddressInfo;
    const signedIn = await admin.post(IMPORTS).field('note', 'x');
    const cookie = String(
      (signedIn as unknown as { req: { getHeader(name: string): string } }).req.getHeader('cookie'),
    );
    const sending = httpRequest({
      port,
      path: IMPORTS,
      method: 'POST',
      headers: {
        cookie,
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': archive.length,
      },
    });
    sending.on('error', () => {});
    const closed = new Promise((resolve) => sending.on('close', resolve));
    sending.write('--x\r\nContent-Disposition: form-data; name="archive"; filename="half.zip"\r\n\r\n');
    sending.write(archive.subarray(0, 1000));
    let page = '';
    while (!page.includes('Upload has begun')) page = await read(IMPORTS);
    sending.destroy();
    await closed;
    while (!page.includes('Upload was broken off')) page = await read(IMPORTS);

    expect(page).toContain('half.zip');
    expect(await storedFiles()).toEqual([]);
  });

  it('when the read models are deleted, then the next process removes the bytes that nothing can read', async () => {
    await upload();
    expect(await storedFiles()).toHaveLength(1);
    await daybook.close();
    rmSync(join(folder, 'reads'), { recursive: true });
    daybook = await startDaybook({ folder, peopled: false });
    admin = await daybook.as('admin');
    const other = await upload();
    expect(await storedFiles()).toHaveLength(2);

    await prepareImports(daybook);

    expect(await storedFiles()).toEqual([`sealed/archive.${other.split('/').at(-1)}`]);
    await runImports(daybook);
    expect(await read(other)).toContain('Ready to be imported');
  });

  it('when an application has the key “archive”, then the sealed files of its records stay', async () => {
    const text = documentOf({
      1: 'name: Archive\nkey: archive',
      3: 'entities:\n  Letter:\n    title: Letter\n    fields: { scan: { type: file, accept: [txt], personal: record } }',
      4: 'lifecycles: { Letter: { states: { here: Here } } }',
    });
    await daybook.send(new PublishSpecification({ text, context: command() }));
    await daybook.settled();
    const sent = await admin
      .post('/api/archive/Letter/files?field=scan&name=letter.txt')
      .type('application/octet-stream')
      .send('Dear Sir or Madam');
    expect([sent.status, sent.body]).toMatchObject([201, { name: 'letter.txt' }]);
    const { reference } = sent.body as { readonly reference: string };
    const opened = await admin.post('/api/archive/Letter').send({ fields: { scan: reference } });
    expect([opened.status, await storedFiles()]).toEqual([
      201,
      [expect.stringMatching(/^sealed\/archive\.Letter-/)],
    ]);

    await prepareImports(daybook);

    expect(await storedFiles()).toHaveLength(1);
  });

  it('when the process is killed amid an upload, then another one removes its bytes after some minutes', async () => {
    const path = await upload();
    const id = path.split('/').at(-1)!;
    const { readModels, clock } = daybook.installation;
    const saveAsUploading = async (changedAt: string) => {
      const { revision, content } = (await readModels.backgroundDocument('application-import', id))!;
      const uploading = { ...(content as object), phase: 'uploading', key: null, archive: null, changedAt };
      await readModels.changeBackgroundDocument('application-import', { id, revision, content: uploading });
    };
    const minutesAgo = (minutes: number) => new Date(Date.parse(clock()) - minutes * 60_000).toISOString();

    await saveAsUploading(minutesAgo(4));
    await prepareImports(daybook);
    await runImports(daybook);
    expect([await read(path), await storedFiles()]).toEqual([
      expect.stringContaining('Upload has begun'),
      [`sealed/archive.${id}`],
    ]);

    await saveAsUploading(minutesAgo(6));
    await runImports(daybook);
    expect([await read(path), await storedFiles()]).toEqual([
      expect.stringContaining('Upload was broken off'),
      [],
    ]);
  });

  it('when it is discarded, then neither archive nor page is there', async () => {
    const path = await upload();
    expect((await admin.post(`${path}/discard`).type('form').send({})).status).toBe(409);
    await runImports(daybook);
    expect(await storedFiles()).toHaveLength(1);
    expect((await admin.post(`${path}/discard`).type('form').send({})).status).toBe(303);
    expect([await storedFiles(), (await admin.get(path)).status]).toEqual([[], 404]);
  });

  it('when it is stored, then neither its bytes nor names of people are readable', async () => {
    const path = await upload();
    await runImports(daybook);
    const id = path.split('/').at(-1)!;
    const { readModels } = daybook.installation;
    const stored = await Promise.all(
      ['application-import', 'application-import-report'].map(async (kind) =>
        readModels.backgroundDocument(kind, id),
      ),
    );
    expect(JSON.stringify(stored)).not.toMatch(/Clara|clara/);
    expect(JSON.stringify(stored)).toContain('sealed');
  });

  it('when an admin who started it is none any more, then it is refused before anything is written', async () => {
    const path = await upload();
    await runImports(daybook);
    await start(path);
    await daybook.send(
      new RevokeRole({
        id: PEOPLE.admin.id,
        application: '-',
        role: 'admin',
        context: command(),
      }),
    );
    await daybook.settled();
    await runImports(daybook);
    expect(await eventsOfPermits(daybook)).toEqual([]);
  });

  it('when others than admins ask, then they are refused', async () => {
    const path = await upload();
    const boss = await daybook.as('boss');
    const asked = await Promise.all([
      boss.get(IMPORTS),
      boss.get(path),
      send(archive, 'permits.zip', boss),
      boss.post(`${path}/start`).type('form').send({}),
      boss.post(`${path}/people`).type('form').send({}),
      boss.post(`${path}/discard`).type('form').send({}),
    ]);
    expect(asked.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403]);
    expect((await daybook.browser().get(IMPORTS)).status).toBe(303);
  });
});
