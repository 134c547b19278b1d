// As a browser without scripts submits them.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'node-html-parser';
import { hiddenIn, inputIn, type Browser, type Daybook } from '../web/daybook.js';
import { newMongoDb } from '../engines/empty-mongodb.js';
import { asBytes, bea, cleo, pdf, png, signedIn, startClaims } from './files.js';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

const mongo = async () => {
  const server = await newMongoDb();
  const on = {
    reads: { engine: 'mongodb', url: server.url },
    files: { engine: 'mongodb', url: server.url, database: 'claims-files' },
  } as const;
  return { on, stop: () => server.stop() };
};
const ENGINES = [
  { name: 'a folder', start: () => Promise.resolve({ on: {}, stop: () => Promise.resolve() }) },
  { name: 'GridFS', start: mongo },
];

describe.each(ENGINES)('a form with files, kept in $name', ({ start }) => {
  let engine: Awaited<ReturnType<typeof start>>;
  let daybook: Daybook;
  let browser: Browser;

  beforeAll(async () => {
    engine = await start();
    daybook = await startClaims({ on: engine.on });
    browser = await signedIn(daybook, cleo);
  });
  afterAll(async () => {
    await daybook.close();
    await engine.stop();
  });

  const form = async (path: string) => hiddenIn((await browser.get(path)).text);

  /** An untouched input is a file without a name. */
  function post(path: string, fields: Record<string, string>, files: [string, string, Buffer][] = []) {
    const sent = browser.post(path);
    for (const [name, value] of Object.entries(fields)) void sent.field(name, value);
    for (const [input, name, bytes] of files)
      void sent.attach(input, bytes, { filename: name, contentType: 'text/html' });
    return sent;
  }

  async function openedWith(files: [string, string, Buffer][]): Promise<string> {
    const answer = await post(
      '/claims/claims/new',
      { ...(await form('/claims/claims/new')), title: 'A taxi', receipt: '', evidence: '' },
      files,
    );
    expect([answer.status, answer.text]).toEqual([303, '']);
    await daybook.settled();
    return answer.headers.location!.split('?')[0]!;
  }

  it('opens a record with several files, which its page shows and gives back', async () => {
    const receipt = pdf('of a taxi');
    const picture = png();
    const page = await openedWith([
      ['receipt', 'taxi.pdf', receipt],
      ['evidence', 'photo one.png', picture],
      ['evidence', '../../notes.txt', Buffer.from('<script>alert(1)</script>')],
    ]);
    const { text } = await browser.get(page);
    expect(text).toContain('taxi.pdf');
    expect(text).toContain('photo one.png');
    expect(text).toContain('notes.txt');
    expect(text).not.toContain('../notes');
    const address = `${page}/files/receipt/${sha256(receipt)}`;
    expect(text).toContain(`href="${address}"`);
    const answer = await browser.get(address).buffer(true).parse(asBytes);
    expect((answer.body as Buffer).equals(receipt)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(receipt.length),
      'content-disposition': 'attachment; filename=taxi.pdf',
      'x-content-type-options': 'nosniff',
    });
    expect(answer.headers['content-security-policy']).toContain('sandbox');
  });

  it('lists the files of a record under a tab that says how many there are, without those of hidden fields', async () => {
    const page = await openedWith([
      ['receipt', 'taxi.pdf', pdf('tab')],
      ['evidence', 'notes.txt', Buffer.from('Notes')],
    ]);
    const boss = await signedIn(daybook, bea);
    const edit = hiddenIn((await boss.get(`${page}/edit`)).text);
    const sent = boss.post(`${page}/edit`);
    for (const [name, value] of Object.entries({ ...edit, title: 'A taxi' })) void sent.field(name, value);
    void sent.attach('secret', Buffer.from('Secret'), { filename: 'secret.txt' });
    expect((await sent).status).toBe(303);
    await daybook.settled();
    const tabOf = async (who: Browser) => {
      const tab = parse((await who.get(page)).text)
        .querySelectorAll('.db-history-tabs a')
        .find((link) => link.textContent.startsWith('Files'))!;
      const history = parse((await who.get(`${page}?only=files`)).text).querySelector('.db-history')!;
      const names = history.querySelectorAll('.db-file a').map((link) => link.textContent.trim());
      return { title: tab.textContent, href: tab.getAttribute('href'), names };
    };
    const href = `${page}?only=files#history`;
    expect(await tabOf(browser)).toEqual({ title: 'Files2', href, names: ['taxi.pdf', 'notes.txt'] });
    expect(await tabOf(boss)).toMatchObject({ title: 'Files3', href });
  });

  it('keeps what was uploaded and typed where something else is wrong', async () => {
    const receipt = pdf('kept');
    const fields = { ...(await form('/claims/claims/new')), title: '', receipt: '', evidence: '' };
    const refused = await post('/claims/claims/new', fields, [['receipt', 'taxi.pdf', receipt]]);
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('uploaded just now');
    const reference = inputIn(refused.text, 'receipt.0')!;
    const again = await post('/claims/claims/new', {
      ...hiddenIn(refused.text),
      title: 'Now',
      receipt: '',
      'receipt.0': reference,
    });
    expect(again.status).toBe(303);
    await daybook.settled();
    const page = again.headers.location!.split('?')[0]!;
    expect((await browser.get(page)).text).toContain('taxi.pdf');
  });

  it('says at the field what is wrong with a file, and takes the others', async () => {
    const fields = { ...(await form('/claims/claims/new')), title: 'A taxi', receipt: '', evidence: '' };
    const refused = await post('/claims/claims/new', fields, [
      ['receipt', 'taxi.pdf', png()],
      ['evidence', 'large.bin', Buffer.alloc(2 * 1024 * 1024 + 1)],
      ['evidence', 'small.pdf', pdf('small')],
    ]);
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('“taxi.pdf” ends in .pdf, and its contents are png.');
    expect(refused.text).toContain('“large.bin” is larger than 2 MB.');
    expect(inputIn(refused.text, 'evidence.0')).toMatch(/^[\w-]{100,}$/);
    expect(inputIn(refused.text, 'evidence.1')).toBeUndefined();
  });

  it('changes files: what is unticked goes, what is chosen comes, the rest stays', async () => {
    const [first, second, third] = [pdf('1'), pdf('2'), pdf('3')];
    const page = await openedWith([
      ['evidence', 'first.pdf', first],
      ['evidence', 'second.pdf', second],
      ['receipt', 'old.pdf', pdf('old')],
    ]);
    const edit = await browser.get(`${page}/edit`);
    expect(inputIn(edit.text, 'evidence.0')).toBe(sha256(first));
    const fields = { ...hiddenIn(edit.text), title: 'A taxi', receipt: '', evidence: '' };
    const changed = await post(
      `${page}/edit`,
      { ...fields, 'evidence.1': sha256(second), 'receipt.0': inputIn(edit.text, 'receipt.0')! },
      [
        ['evidence', 'third.pdf', third],
        ['receipt', 'new.pdf', pdf('new')],
      ],
    );
    expect(changed.status).toBe(303);
    await daybook.settled();
    const { text } = await browser.get(`${page}/edit`);
    expect([0, 1, 2].map((index) => inputIn(text, `evidence.${index}`))).toEqual([
      sha256(second),
      sha256(third),
      undefined,
    ]);
    expect(inputIn(text, 'receipt.0')).toBe(sha256(pdf('new')));
  });

  it('is one command, however often the same files are sent with it', async () => {
    const fields = { ...(await form('/claims/claims/new')), title: 'Twice', receipt: '', evidence: '' };
    const files: [string, string, Buffer][] = [['receipt', 'taxi.pdf', pdf('twice')]];
    const [one, other] = [
      await post('/claims/claims/new', fields, files),
      await post('/claims/claims/new', fields, files),
    ];
    expect([one.status, other.status]).toEqual([303, 303]);
    expect(other.headers.location!.split('?')[0]).toBe(one.headers.location!.split('?')[0]);
    const different = await post('/claims/claims/new', fields, [['receipt', 'taxi.pdf', pdf('another')]]);
    expect(different.text).toContain('This was sent before with something else in it');
  });

  it.each(['evidence', 'papers'])('keeps two files of the same bytes by their names (%s)', async (field) => {
    const bytes = pdf(`the same bytes in ${field}`);
    const page = await openedWith([
      [field, 'offer-A.pdf', bytes],
      [field, 'offer-B.pdf', bytes],
    ]);
    const html = (await browser.get(page)).text;
    const hash = sha256(bytes);
    expect(html).toContain('offer-A.pdf');
    const links = [`${page}/files/${field}/${hash}`, `${page}/files/${field}/${hash}?name=offer-B.pdf`];
    for (const [index, href] of links.entries()) {
      expect(html).toContain(`href="${href}"`);
      const { body, headers } = await browser.get(href).responseType('blob');
      expect(sha256(body as Buffer)).toBe(hash);
      expect(headers['content-disposition']).toContain(['offer-A.pdf', 'offer-B.pdf'][index]);
    }
    const steering = await form(`${page}/edit`);
    const left = {
      ...steering,
      title: 'A taxi',
      receipt: '',
      [field]: '',
      [`${field}.1`]: `${hash}/offer-B.pdf`,
    };
    expect((await post(`${page}/edit`, left)).status).toBe(303);
    await daybook.settled();
    const after = (await browser.get(page)).text;
    expect(after).toContain(`href="${links[0]}"`);
    expect(/<dd[^>]*>[^]*?offer-B\.pdf/.test(after)).toBe(true);
    expect((await browser.get(`${links[0]}?name=offer-A.pdf`)).status).toBe(404);
    const again = await post(
      `${page}/edit`,
      { ...(await form(`${page}/edit`)), title: 'A taxi', receipt: '', [field]: '', [`${field}.0`]: hash },
      [[field, 'offer-C.pdf', bytes]],
    );
    expect(again.status).toBe(303);
    await daybook.settled();
    const { body } = await browser
      .get(`${page}/files/${field}/${hash}?name=offer-C.pdf`)
      .responseType('blob');
    expect(sha256(body as Buffer)).toBe(hash);
  });

  it('asks for a file in an action, and rules look at its name', async () => {
    const page = await openedWith([]);
    const action = await form(`${page}/actions/close`);
    const picture = await post(`${page}/actions/close`, { ...action, proof: '' }, [
      ['proof', 'a.png', png()],
    ]);
    expect(picture.status).toBe(422);
    expect(picture.text).toContain('R1');
    const closed = await post(`${page}/actions/close`, { ...action, proof: '' }, [['proof', 'a.pdf', pdf()]]);
    expect(closed.status).toBe(303);
  });

  it('is posted only from here', async () => {
    const sent = post('/claims/claims/new', { title: 'A taxi' }, [['proof', 'taxi.pdf', pdf()]]);
    expect((await sent.set('Origin', 'https://elsewhere.example')).status).toBe(403);
  });
});
