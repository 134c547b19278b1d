// Each file in a list is erased with its own person.
import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CommandDependencies } from '#command-handling/pipeline/command-dependencies.js';
import { ErasePerson } from '#domain/user/user-commands.js';
import { hiddenIn, inputIn, system, type Daybook } from '../web/daybook.js';
import {
  api,
  asBytes,
  bea,
  carl,
  cleo,
  filesOnDisk,
  opened,
  signedIn,
  startClaims,
  upload,
  type Told,
} from './files.js';

describe('files of two people in one field', () => {
  let daybook: Daybook;
  let id: string;
  const [his, hers] = [randomBytes(100_000), randomBytes(1_000)];
  const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  const erased = { erased: true };

  const papers = async () =>
    ((await api(daybook, bea, 'get', `/${id}`)).body as { fields: { papers: object[] } }).fields.papers;
  const download = (bytes: Buffer) =>
    api(daybook, bea, 'get', `/${id}/files/papers/${hashOf(bytes)}`)
      .buffer(true)
      .parse(asBytes);
  const change = async (fields: object, version: number) => {
    const answer = await api(daybook, bea, 'patch', `/${id}`)
      .set('If-Match', `"${version}"`)
      .send({ fields });
    expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
    await daybook.settled();
  };

  beforeAll(async () => {
    daybook = await startClaims();
    const first = (await upload(daybook, bea, 'papers', 'his.bin', his)).body as Told;
    id = await opened(daybook, bea, { claimant: carl.id, papers: [first.reference] });
    const second = (await upload(daybook, bea, 'papers', 'hers.bin', hers)).body as Told;
    await change({ claimant: cleo.id, papers: [hashOf(his), second.reference] }, 1);
  });
  afterAll(() => daybook.close());

  it('are both there as long as both people are', async () => {
    expect(await papers()).toMatchObject([{ name: 'his.bin' }, { name: 'hers.bin' }]);
    expect(((await download(his)).body as Buffer).equals(his)).toBe(true);
    expect(((await download(hers)).body as Buffer).equals(hers)).toBe(true);
  });

  describe('once one of them was erased', () => {
    let keyBefore: string;

    beforeAll(async () => {
      const { store, personalData } = daybook.app.get(CommandDependencies);
      const { events } = await store.read(`claims.Claim-${id}`);
      keyBefore = /"his.bin"[^}]*"key":"([^"]{20,})"/.exec(
        JSON.stringify(await personalData.open(events)),
      )![1]!;
      await daybook.send(new ErasePerson({ id: carl.id, reason: 'He asked for it.', context: system() }));
      await daybook.settled();
    });

    it('say of theirs that it was erased, by page and API, and give the other one', async () => {
      expect(await papers()).toMatchObject([erased, { name: 'hers.bin' }]);
      expect((await download(his)).status).toBe(404);
      expect(((await download(hers)).body as Buffer).equals(hers)).toBe(true);
      const browser = await signedIn(daybook, bea);
      for (const path of [`/claims/claims/${id}`, `/claims/claims/${id}?at=2099-01-01T00:00`]) {
        const { status, text } = await browser.get(path);
        expect([
          status,
          text.includes('a file: erased'),
          text.includes('hers.bin'),
          text.includes('his.bin'),
        ]).toEqual([200, true, true, false]);
      }
    });

    it('leave no key by which a copy of it could be read', async () => {
      const { store, personalData } = daybook.app.get(CommandDependencies);
      const { events } = await store.read(`claims.Claim-${id}`);
      const told = JSON.stringify(await personalData.open(events));
      expect(keyBefore.length).toBeGreaterThan(20);
      expect([told.includes(keyBefore), told.includes('his.bin'), told.includes('hers.bin')]).toEqual([
        false,
        false,
        true,
      ]);
      const folder = daybook.installation.configuration.data;
      for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
        if (statSync(join(folder, path)).isFile())
          expect([path, readFileSync(join(folder, path)).includes(his.subarray(500, 532))]).toEqual([
            path,
            false,
          ]);
      expect(filesOnDisk(daybook).filter((path) => path.includes(carl.id))).toEqual([]);
    });

    it('stay what they are when the form is sent as it is, and when a file is added', async () => {
      const browser = await signedIn(daybook, bea);
      const { text } = await browser.get(`/claims/claims/${id}/edit`);
      const sent = browser.post(`/claims/claims/${id}/edit`);
      const fields = {
        ...hiddenIn(text),
        title: 'Another taxi',
        papers: '',
        'papers.0': inputIn(text, 'papers.0')!,
      };
      for (const [name, value] of Object.entries(fields)) void sent.field(name, value);
      expect((await sent).status).toBe(303);
      await daybook.settled();
      const { events } = await daybook.installation.store.read(`claims.Claim-${id}`);
      expect(Object.keys((events.at(-1)!.data as { changes: object }).changes)).toEqual(['title']);
      const third = (await upload(daybook, bea, 'papers', 'third.bin', randomBytes(10))).body as Told;
      await change({ papers: [hashOf(hers), third.reference] }, 3);
      expect(await papers()).toMatchObject([erased, { name: 'hers.bin' }, { name: 'third.bin' }]);
    });
  });
});
