// A file size limit of 4 MB fails like a full disk.
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addressOf, done, newFolder, remove, start } from '../cli/daybook-command.js';
import { documentOf } from '../specification/documents.js';

const onPosix = process.platform === 'win32' ? describe.skip : describe;
if (process.platform === 'win32') console.info('Not here: uploads to a full disk. Windows limits no files.');

const DOCUMENT = documentOf({
  1: 'key: claims',
  3: 'entities: { Claim: { fields: { title: { type: text, required: true }, proof: { type: file } } } }',
  9: 'limits: { attachment: 20 MB }',
});
const MB = 1024 * 1024;

onPosix('a disk that is full', () => {
  const folder = newFolder();
  const data = join(folder, 'data');
  const basic = `Basic ${Buffer.from('ada:a sentence is fine').toString('base64')}`;
  let address: string;

  beforeAll(async () => {
    writeFileSync(join(folder, 'claims.md'), DOCUMENT);
    await done(['publish', join(folder, 'claims.md')], { data });
    const limited = ['bash', '-c', 'ulimit -f 4096 && exec "$0" "$@"'];
    const serving = start(['serve', '--port', '0', '--no-demo'], { data, through: limited });
    address = await addressOf(serving);
    const [, token] = await serving.says(/\/-\/welcome\?token=(\S+)\n/);
    const said = { token: token!, name: 'Ada', signInName: 'ada', password: 'a sentence is fine' };
    const body = new URLSearchParams(said);
    await fetch(`${address}/-/welcome`, { method: 'POST', body, redirect: 'manual' });
  }, 60_000);
  afterAll(() => remove(folder));

  const upload = async (bytes: number) => {
    const answer = await fetch(`${address}/api/claims/Claim/files?field=proof&name=proof.bin`, {
      method: 'POST',
      headers: { authorization: basic },
      body: Buffer.alloc(bytes, 'x'),
    });
    return { status: answer.status, body: (await answer.json()) as { code?: string; reference?: string } };
  };
  const uploads = () => readdirSync(join(data, 'files/uploads'));

  it('is told to whoever uploads, and nothing of the file stays', async () => {
    const { status, body } = await upload(8 * MB);
    expect([status, body.code]).toEqual([503, 'DISK_FULL']);
    expect(uploads()).toEqual([]);
  }, 60_000);

  it('takes what fits, and goes on', async () => {
    const { status, body } = await upload(MB);
    expect([status, uploads().length]).toEqual([201, 1]);
    const fields = { title: 'A taxi', proof: body.reference };
    const answer = await fetch(`${address}/api/claims/Claim`, {
      method: 'POST',
      headers: { authorization: basic, 'content-type': 'application/json' },
      body: JSON.stringify({ fields }),
    });
    expect([answer.status, uploads()]).toEqual([201, []]);
  }, 60_000);
});
