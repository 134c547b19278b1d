import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { ResponseLimiter } from '#web/rendering/response-limiter.js';
import { documentOf } from '#test/specification/documents.js';
import { readingApp, type ReadingApp } from '../reading/reading-app.js';

const document = ({ by = 'staff', title = 'Case' } = {}) =>
  documentOf({
    1: 'key: shop\nname: Firm',
    3: `entities: { Case: { name: ${title}, fields: { title: text } } }`,
    4: `lifecycles: { Case: { states: { open: Open, done: Done }, actions: { finish: { from: open, to: done, by: [${by}] } } } }`,
    6: `roles: { boss: { title: Boss }, staff: { title: Staff } }
permissions: { Case: { open: [boss], read: [boss], edit: [boss], comment: [boss], assign: [boss] } }`,
  });

let app: ReadingApp;
let [boss, stranger, auditor] = [] as unknown as [SignedInPerson, SignedInPerson, SignedInPerson];

beforeAll(async () => {
  app = await readingApp();
  await app.publish(document());
  await app.publish(document({ by: 'boss' }));
  await app.publish(document({ by: 'boss', title: 'Matter' }));
  boss = await app.person('Bo', 'boss');
  stranger = await app.person('Sam');
  auditor = await app.person('Audrey', 'boss', '-:auditor');
});
afterAll(() => app.close());

const read = async (by: SignedInPerson, path: string) => {
  const { text } = await app.get(by, path).expect(200);
  return text.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
};

describe('the page that compares two versions', () => {
  it('says that there is nothing to compare an only version with', async () => {
    await app.publish(document().replace('key: shop', 'key: kiosk'));
    const page = await read(await app.person('Kim', 'kiosk:boss'), '/kiosk/specification/changes');
    expect(page).toContain('Only one version has been published');
    expect(page).not.toContain('Both mean the same.');
  });

  it('says what the newest changed in the one before, where none are named', async () => {
    const page = await read(boss, '/shop/specification/changes');
    expect(page).toContain('What version 3 changes in version 2');
    expect(page).toContain('Both do the same; only what things are called differs.');
    expect(page).toContain('Title: “Matter” instead of “Case”.');
  });

  it('says what any version changes in any other, by section and line by line', async () => {
    const page = await read(boss, '/shop/specification/changes?from=1&to=3');
    expect(page).toContain(
      '4 States and transitions Matter › Finish: Who may take it: Boss instead of Staff.',
    );
    expect(page).toMatch(/new: lifecycles: .*by: \[boss\]/);
    expect(page).toMatch(/gone: lifecycles: .*by: \[staff\]/);
    const { text } = await app.get(boss, '/shop/specification/changes?from=1&to=3');
    expect(text).toMatch(/href="\/shop\/specification\?version=3#line-\d+"/);
  });

  it('says so where both mean the same', async () => {
    expect(await read(boss, '/shop/specification/changes?from=2&to=2')).toContain('Both mean the same.');
  });

  it.each(['from=1&to=9', 'from=0&to=1', 'from=x'])(
    'does not know versions that there are not: %s',
    async (query) => {
      expect((await app.get(boss, `/shop/specification/changes?${query}`)).status).toBe(404);
    },
  );

  it('is for who may read the specification', async () => {
    expect((await app.get(stranger, '/shop/specification')).status).toBe(404);
    expect((await app.get(stranger, '/shop/specification/changes')).status).toBe(404);
    const nobody = await app.get(undefined, '/shop/specification/changes').set('Accept', 'text/html');
    expect(nobody.status).toBe(303);
  });

  it('is linked from the specification, and from the version that was published', async () => {
    expect((await app.get(boss, '/shop/specification')).text).toContain(
      'href="/shop/specification/changes?from=2',
    );
    const { text } = await app.get(auditor, '/-/timeline?type=specification.published');
    expect(text).toContain('href="/shop/specification/changes?from=1&amp;to=2"');
    expect(text).not.toContain('from=0');
  });

  it.each(['/specification/changes', '/specification?version=1'])(
    'waits at %s while as many whole answers are made as may be at once, unlike the page of the newest version',
    async (path) => {
      const gate = app.app.get(ResponseLimiter, { strict: false });
      const response = { closed: false, destroyed: false, once: () => {} };
      const ends: (() => void)[] = [];
      const made = [0, 1].map(() =>
        gate.run('whole', response as never, () => new Promise<void>((resolve) => ends.push(resolve))),
      );
      const page = app.get(boss, `/shop${path}`).then(({ status }) => status);
      while (gate.load.waiting === 0) await wait(5);
      expect((await app.get(boss, '/shop/specification')).status).toBe(200);
      expect(gate.load).toEqual({ made: 2, waiting: 1 });
      for (const end of ends) end();
      expect(await page).toBe(200);
      await Promise.all(made);
    },
  );
});
