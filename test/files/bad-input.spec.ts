// Too many, too large, oddly named and interrupted uploads get a clear answer and leave nothing.
import { Agent, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hiddenIn, type Browser, type Daybook } from '../web/daybook.js';
import {
  cleo,
  filesOnDisk,
  opened,
  PASSWORD,
  pdf,
  signedIn,
  startClaims,
  upload,
  type Told,
} from './files.js';
import { numRuns } from '../property-runs.js';

describe('files that nobody should send', () => {
  let daybook: Daybook;
  let browser: Browser;
  beforeAll(async () => {
    daybook = await startClaims();
    browser = await signedIn(daybook, cleo);
    await upload(daybook, cleo, 'receipt', 'first.pdf', pdf('the first one'));
  });
  afterAll(() => daybook.close());

  /** Over one connection, as a browser whose file is refused as too large. */
  async function sentOver(agent: Agent, field: string, bytes: Buffer) {
    const { port } = daybook.app.getHttpServer().address() as AddressInfo;
    return new Promise<{ status: number; text: string; port: number | undefined }>((resolve, reject) => {
      const sent = httpRequest(
        {
          agent,
          port,
          method: 'POST',
          path: `/api/claims/Claim/files?field=${field}&name=a.pdf`,
          auth: `${cleo.signInName}:${PASSWORD}`,
          headers: { 'content-type': 'application/octet-stream', 'content-length': bytes.length },
        },
        (answer) => {
          let text = '';
          const from = sent.socket?.localPort;
          answer.setEncoding('utf8').on('data', (piece: string) => (text += piece));
          answer.once('end', () => resolve({ status: answer.statusCode!, text, port: from }));
          answer.once('error', reject);
        },
      );
      sent.once('error', reject);
      sent.end(bytes);
    });
  }

  it('too large by far: whoever sends hears why, each time, and the connection serves on', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const before = filesOnDisk(daybook);
    const ports = new Set<number | undefined>();
    for (let times = 0; times < numRuns(10); times++) {
      const { status, text, port } = await sentOver(agent, 'receipt', Buffer.alloc(40 * 1024 * 1024, 'x'));
      expect([status, text]).toEqual([422, expect.stringContaining('“a.pdf” is larger than 1 MB.')]);
      ports.add(port);
    }
    const { status, port } = await sentOver(agent, 'receipt', pdf('fits'));
    expect([status, new Set([...ports, port]).size]).toEqual([201, 1]);
    expect(filesOnDisk(daybook)).toHaveLength(before.length + 1);
    agent.destroy();
  });

  it('for a field that there is not: the answer comes, although the bytes were not wanted', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const { status, text } = await sentOver(agent, 'nosuch', Buffer.alloc(40 * 1024 * 1024, 'x'));
    expect([status, text]).toEqual([400, expect.stringContaining('has to name a field of files')]);
    agent.destroy();
  });

  it('more than a form takes: says so, keeps what was typed, and none of them', async () => {
    const before = filesOnDisk(daybook);
    const form = hiddenIn((await browser.get('/claims/claims/new')).text);
    const boundary = 'a-boundary';
    const part = (name: string, value: string, file = '') =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${value}\r\n`;
    const texts = Object.entries({ ...form, title: 'Ten thousand' }).map(([name, value]) =>
      part(name, value),
    );
    const files = Array.from({ length: 10_000 }, (_, index) =>
      part('evidence', `file ${index}`, `; filename="${index}.txt"`),
    );
    const answer = await browser
      .post('/claims/claims/new')
      .set('Content-Type', `multipart/form-data; boundary=${boundary}`)
      .send(`${texts.join('')}${files.join('')}--${boundary}--\r\n`);
    expect(answer.status).toBe(413);
    expect(answer.text).toContain('60 files');
    expect(filesOnDisk(daybook).length - before.length).toBeLessThanOrEqual(60);
  });

  it.each([
    ['../../etc/passwd.txt', 'passwd.txt'],
    ['C:\\windows\\evil.txt', 'evil.txt'],
    ['two\r\nlines.txt', 'twolines.txt'],
    ['invoice\u202Efdp.txt', 'invoicefdp.txt'],
    ['a"quote\'.txt', "a_quote'.txt"],
    ['...', 'file'],
    ['con<script>.txt', 'con_script_.txt'],
  ])(
    'called %j: it is called something harmless, in the page and in the answer that sends it',
    async (name, clean) => {
      const { body, status } = await upload(daybook, cleo, 'evidence', name, Buffer.from(`text of ${name}`));
      expect([status, (body as Told).name]).toEqual([201, clean]);
      const id = await opened(daybook, cleo, { evidence: [(body as Told).reference] });
      const answer = await browser.get(`/claims/claims/${id}/files/evidence/${(body as Told).sha256}`);
      expect(answer.status).toBe(200);
      expect(answer.headers['content-disposition']).toMatch(/^attachment; filename=/);
      expect(answer.headers['content-disposition']).not.toMatch(/[\r\n/\\\u202E<]/);
    },
  );

  it('that unpacks to a thousand times its size: it is kept as it is, and is no PDF', async () => {
    const bomb = zipOf('zeros', Buffer.alloc(200 * 1024 * 1024));
    expect(bomb.length).toBeLessThan(1024 * 1024);
    const { body, status } = await upload(daybook, cleo, 'evidence', 'bomb.zip', bomb);
    expect([status, (body as Told).type, (body as Told).size]).toEqual([201, 'application/zip', bomb.length]);
    const named = await upload(daybook, cleo, 'receipt', 'bomb.pdf', bomb);
    expect([named.status, named.text]).toEqual([
      422,
      expect.stringContaining('ends in .pdf, and its contents are zip'),
    ]);
  });
});

/** One deflated entry without a central directory: the first bytes suffice. */
function zipOf(name: string, bytes: Buffer): Buffer {
  const packed = deflateRawSync(bytes, { level: 9 });
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(20, 4);
  head.writeUInt16LE(8, 8);
  head.writeUInt32LE(packed.length, 18);
  head.writeUInt32LE(bytes.length, 22);
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, Buffer.from(name), packed]);
}
