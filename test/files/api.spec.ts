// Uploaded, named in a command, and read within rights.
import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { connect, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ErasePerson } from '#domain/user/user-commands.js';
import { type Daybook, system } from '../web/daybook.js';
import {
  api,
  asBytes,
  bea,
  carl,
  cleo,
  opened,
  PASSWORD,
  pdf,
  png,
  startClaims,
  upload,
  type Person,
  type Told,
} from './files.js';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('files over the API', () => {
  let daybook: Daybook;
  beforeAll(async () => void (daybook = await startClaims()));
  afterAll(() => daybook.close());

  const uploaded = async (person: Person, field: string, name: string, bytes: Buffer): Promise<Told> => {
    const answer = await upload(daybook, person, field, name, bytes);
    expect(answer.status).toBe(201);
    return answer.body as Told;
  };
  const download = (person: Person, id: string, field: string, hash: string) =>
    api(daybook, person, 'get', `/${id}/files/${field}/${hash}`).buffer(true).parse(asBytes);
  const onDisk = (): readonly string[] => {
    const folder = join(daybook.installation.configuration.data, 'files');
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
      statSync(join(folder, path)).isFile(),
    );
  };

  it('are answered with what they are, and stand so in the record and in the event', async () => {
    const bytes = pdf('over the API');
    const { reference, ...told } = await uploaded(cleo, 'receipt', 'C:\\taxi.pdf', bytes);
    const value = { sha256: sha256(bytes), name: 'taxi.pdf', type: 'application/pdf', size: bytes.length };
    expect(told).toEqual(value);
    const id = await opened(daybook, cleo, { receipt: reference, evidence: [] });
    const { body } = await api(daybook, cleo, 'get', `/${id}`);
    expect((body as { fields: object }).fields).toMatchObject({ receipt: [value] });
    const { events } = await daybook.installation.store.read(`claims.Claim-${id}`);
    expect(events[0]!.data).toMatchObject({ fields: { receipt: [value] } });
    expect(((await download(cleo, id, 'receipt', value.sha256)).body as Buffer).equals(bytes)).toBe(true);
  });

  it('are stored whole where the address ends in a slash', async () => {
    const bytes = pdf('below a slash');
    const path = '/files/?field=receipt&name=taxi.pdf';
    const answer = await api(daybook, cleo, 'post', path).type('application/octet-stream').send(bytes);
    expect([answer.status, answer.body]).toMatchObject([201, { sha256: sha256(bytes) }]);
  });

  it('can be read in parts', async () => {
    const bytes = randomBytes(300_000);
    const { reference, sha256: hash } = await uploaded(cleo, 'evidence', 'a.bin', bytes);
    const id = await opened(daybook, cleo, { evidence: [reference] });
    const part = await download(cleo, id, 'evidence', hash).set('Range', 'bytes=100-199999');
    expect(part.status).toBe(206);
    expect(part.headers['content-range']).toBe('bytes 100-199999/300000');
    expect((part.body as Buffer).equals(bytes.subarray(100, 200_000))).toBe(true);
    const beyond = await download(cleo, id, 'evidence', hash).set('Range', 'bytes=300000-');
    expect([beyond.status, beyond.headers['content-range']]).toEqual([416, 'bytes */300000']);
  });

  it('stay where their hash is sent again, and go where it is left out', async () => {
    const [one, two] = [
      await uploaded(cleo, 'evidence', '1.pdf', pdf('1')),
      await uploaded(cleo, 'evidence', '2.pdf', pdf('2')),
    ];
    const id = await opened(daybook, cleo, { evidence: [one.reference, two.reference] });
    const changed = await api(daybook, cleo, 'patch', `/${id}`)
      .set('If-Match', '"1"')
      .send({ fields: { evidence: [two.sha256] } });
    expect(changed.status).toBe(200);
    await daybook.settled();
    const { body } = await api(daybook, cleo, 'get', `/${id}`);
    expect((body as { fields: { evidence: Told[] } }).fields.evidence.map(({ name }) => name)).toEqual([
      '2.pdf',
    ]);
  });

  describe('tell nobody else that they are there', () => {
    it('a reference is of whoever uploaded, for the field it was uploaded to', async () => {
      const { reference } = await uploaded(cleo, 'evidence', 'a.pdf', pdf('mine'));
      const refusal = async (person: Person, fields: object) => {
        const answer = await api(daybook, person, 'post', '').send({
          fields: { title: 'A taxi', ...fields },
        });
        return [
          answer.status,
          (answer.body as { errors?: { code: string }[] }).errors?.map(({ code }) => code),
        ];
      };
      expect(await refusal(carl, { evidence: [reference] })).toEqual([422, ['NO_SUCH_FILE']]);
      expect(await refusal(cleo, { receipt: reference })).toEqual([422, ['NO_SUCH_FILE']]);
      const neverUploaded = randomBytes(16).toString('base64url');
      expect(await refusal(cleo, { evidence: [neverUploaded] })).toEqual([422, ['NO_SUCH_FILE']]);
      expect(
        await refusal(cleo, { evidence: [{ sha256: 'a'.repeat(64), name: 'a', type: 'b', size: 1 }] }),
      ).toEqual([422, ['NO_SUCH_FILE']]);
      expect(await refusal(cleo, { evidence: [reference] })).toEqual([201, undefined]);
    });

    it('a hash opens nothing: not in another record, nor in a field that is hidden', async () => {
      const bytes = pdf('a secret');
      const hash = sha256(bytes);
      const { reference } = await uploaded(bea, 'secret', 'secret.pdf', bytes);
      const theirs = await opened(daybook, bea, { secret: [reference] });
      const mine = await opened(daybook, cleo, {});
      const answers = [
        await download(cleo, theirs, 'secret', hash),
        await download(cleo, mine, 'secret', hash),
        await download(cleo, mine, 'evidence', hash),
      ].map(({ status }) => status);
      const nothing = sha256(randomBytes(10));
      const compared = [
        await download(cleo, theirs, 'secret', nothing),
        await download(cleo, mine, 'secret', nothing),
        await download(cleo, mine, 'evidence', nothing),
      ].map(({ status }) => status);
      expect(answers).toEqual(compared);
      expect(answers.slice(1)).toEqual([404, 404]);
      const named = async (sha: string) =>
        (await api(daybook, cleo, 'post', '').send({ fields: { title: 'x', evidence: [sha] } })).body as {
          errors: unknown;
        };
      expect((await named(hash)).errors).toEqual((await named(nothing)).errors);
      expect((await download(bea, theirs, 'secret', hash)).status).toBe(200);
    });

    it('the same bytes are answered in the same way, whoever has them already', async () => {
      const bytes = pdf('known to Bea');
      const { reference } = await uploaded(bea, 'secret', 'a.pdf', bytes);
      await opened(daybook, bea, { secret: [reference] });
      const [known, unknown] = [
        await upload(daybook, cleo, 'evidence', 'a.pdf', bytes),
        await upload(daybook, cleo, 'evidence', 'a.pdf', pdf('known to no one')),
      ];
      const shape = ({ reference: { length }, ...told }: Told) => ({ length, keys: Object.keys(told) });
      expect([known.status, shape(known.body as Told).keys]).toEqual([
        unknown.status,
        shape(unknown.body as Told).keys,
      ]);
      const id = await opened(daybook, cleo, { evidence: [(known.body as Told).reference] });
      expect((await download(cleo, id, 'evidence', sha256(bytes))).status).toBe(200);
    });

    it('who may not fill in a field uploads nothing to it, and is not told whether there is one', async () => {
      const before = onDisk().length;
      const hidden = await upload(daybook, cleo, 'secret', 'a.pdf', pdf());
      const none = await upload(daybook, cleo, 'nosuch', 'a.pdf', pdf());
      expect([hidden.status, hidden.body]).toEqual([
        400,
        { ...(none.body as object), instance: expect.anything() },
      ]);
      expect(onDisk()).toHaveLength(before);
    });
  });

  describe('that are personal', () => {
    const passport = randomBytes(200_000);

    it('lie sealed on the disk, and come back whole and in parts', async () => {
      const { reference, sha256: hash } = await uploaded(cleo, 'passport', 'pass.bin', passport);
      const id = await opened(daybook, cleo, { passport: reference });
      const answer = await download(cleo, id, 'passport', hash);
      expect((answer.body as Buffer).equals(passport)).toBe(true);
      const part = await download(cleo, id, 'passport', hash).set('Range', 'bytes=70000-140000');
      expect((part.body as Buffer).equals(passport.subarray(70_000, 140_001))).toBe(true);
      const folder = join(daybook.installation.configuration.data, 'files');
      for (const path of onDisk()) {
        expect(path).not.toContain(hash);
        expect(readFileSync(join(folder, path)).includes(passport.subarray(100, 132))).toBe(false);
      }
      expect(onDisk().filter((path) => path.includes(`sealed/${cleo.id}`))).toHaveLength(1);
      expect(JSON.stringify((await api(daybook, cleo, 'get', `/${id}`)).body)).not.toContain('"key"');
      const { events } = await daybook.installation.store.read(`claims.Claim-${id}`);
      expect(JSON.stringify(events)).not.toContain(hash);
    });

    it('are gone with the person', async () => {
      const { reference, sha256: hash } = await uploaded(carl, 'passport', 'pass.bin', passport);
      const id = await opened(daybook, carl, { passport: reference });
      await daybook.send(new ErasePerson({ id: carl.id, reason: 'He asked for it.', context: system() }));
      await daybook.settled();
      expect(onDisk().filter((path) => path.includes(`sealed/${carl.id}`))).toEqual([]);
      expect((await download(bea, id, 'passport', hash)).status).toBe(404);
      const { body } = await api(daybook, bea, 'get', `/${id}`);
      expect((body as { fields: { passport: unknown } }).fields.passport).toEqual({ erased: true });
    });
  });

  describe('that are wrong', () => {
    it.each([
      ['receipt', 'a.pdf', png(), 'FILE_ENDING', '“a.pdf” ends in .pdf, and its contents are png.'],
      [
        'receipt',
        'a.txt',
        Buffer.from('words'),
        'FILE_TYPE',
        '“a.txt” is text (txt), and cannot be taken as Receipt.',
      ],
      [
        'receipt',
        'a.pdf',
        Buffer.concat([pdf(), Buffer.alloc(1024 * 1024)]),
        'FILE_TOO_LARGE',
        '“a.pdf” is larger than 1 MB.',
      ],
      [
        'receipt',
        'a.pdf',
        Buffer.from('MZ\x90\0\x03', 'latin1'),
        'FILE_ENDING',
        '“a.pdf” ends in .pdf, and its contents are exe.',
      ],
    ])('%s %s', async (field, name, bytes, code, message) => {
      const before = onDisk().length;
      const answer = await upload(daybook, cleo, field, name, bytes);
      expect(answer.status).toBe(422);
      expect((answer.body as { errors: unknown[] }).errors).toMatchObject([
        { code, message, fields: [field] },
      ]);
      expect(onDisk()).toHaveLength(before);
    });

    it('stop half-way: nothing of them stays', async () => {
      const before = onDisk().length;
      const { port } = daybook.app.getHttpServer().address() as AddressInfo;
      const credentials = Buffer.from(`${cleo.signInName}:${PASSWORD}`).toString('base64');
      const head = [
        'POST /api/claims/Claim/files?field=evidence&name=a.bin HTTP/1.1',
        'Host: 127.0.0.1',
        `Authorization: Basic ${credentials}`,
        'Content-Type: application/octet-stream',
        'Content-Length: 1000000',
      ];
      const socket = connect(port, '127.0.0.1');
      socket.write(`${head.join('\r\n')}\r\n\r\n`);
      socket.write(randomBytes(100_000));
      await until(() => onDisk().length > before);
      socket.destroy();
      await until(() => onDisk().length === before);
      expect(onDisk()).toHaveLength(before);
    });
  });
});

async function until(done: () => boolean): Promise<void> {
  for (let tries = 0; !done(); tries++) {
    if (tries > 500) throw new Error('it did not happen');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
