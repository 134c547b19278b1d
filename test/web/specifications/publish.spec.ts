import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { documentOf } from '#test/specification/documents.js';
import { ORDERS, decoded, inputIn, startDaybook, type Browser, type Daybook } from '../daybook.js';

describe('publishing a specification', () => {
  let daybook: Daybook;
  let admin: Browser;

  beforeAll(async () => {
    daybook = await startDaybook();
    admin = await daybook.as('admin');
  });

  afterAll(async () => daybook.close());

  const publish = async (browser: Browser, text: string, commandId = crypto.randomUUID() as string) =>
    browser.post('/-/publish').type('form').send({ commandId, text });

  it('begins with the version that is published now', async () => {
    const { text } = await admin.get('/-/publish?application=orders');
    const document = /<textarea[^>]*name="text"[^>]*>([\s\S]*?)<\/textarea>/.exec(text)![1]!;
    expect(decoded(document).trim()).toBe(ORDERS.trim());
    expect((await admin.get('/-/publish?application=nothing')).status).toBe(200);
    expect((await admin.get('/-/publish?application[]=orders')).status).toBe(200);
  });

  it('lists every problem with its line, keeps the text, and writes nothing', async () => {
    const before = await daybook.installation.store.head();
    const broken = ORDERS.replace('required: true, max: 80', 'requierd: true, max: many').replace(
      'from: draft',
      'from: darft',
    );
    const answer = await publish(admin, broken);
    expect(answer.status).toBe(422);
    for (const words of ['requierd', 'darft']) expect(answer.text).toContain(words);
    expect(decoded(answer.text)).toContain(broken.slice(0, 200));
    expect(await daybook.installation.store.head()).toBe(before);
  });

  it('shows what a document would change, keeps the text, and writes nothing', async () => {
    const before = await daybook.installation.store.head();
    const ask = async (text: string) =>
      (
        await admin
          .post('/-/publish')
          .type('form')
          .send({ commandId: crypto.randomUUID() as string, text, intent: 'compare' })
          .expect(200)
      ).text;
    const next = ORDERS.replace('required: true, max: 80', 'max: 80');
    const page = await ask(next);
    expect(page).toContain('What it changes in version 1 of “');
    expect(page).toContain('It does not have to be filled in any more.');
    expect(decoded(page)).toContain(next.slice(0, 200));
    expect(await ask(ORDERS)).toContain('Both mean the same.');
    expect(await ask(documentOf({ 1: 'key: nowhere\nname: Nowhere' }))).toContain(
      'This would be version 1 of “Nowhere”.',
    );
    expect(await daybook.installation.store.head()).toBe(before);
  });

  it('makes the next version, which forms follow at once, and does so once', async () => {
    const { text } = await admin.get('/-/publish?application=orders');
    const commandId = inputIn(text, 'commandId')!;
    const next = ORDERS.replace('help: What you need.', 'help: What do you need?');
    const both = [await publish(admin, next, commandId), await publish(admin, next, commandId)];
    for (const answer of both)
      expect([answer.status, answer.headers['location']]).toEqual([303, '/orders/specification']);
    await daybook.settled();
    expect((await daybook.installation.specifications.current('orders'))!.version).toBe(2);
    const clerk = await daybook.as('clerk');
    expect((await clerk.get('/orders/orders/new')).text).toContain('What do you need?');
  });

  it('opens at once for what is sent next, also where somebody else was told a moment ago that there is nothing', async () => {
    const someone = await daybook.as('guest');
    const open = (browser: Browser, key: string) =>
      browser.post(`/api/${key}/Thing`).send({ fields: { what: 'x' } });
    for (const key of ['one', 'two', 'three', 'four', 'five']) {
      const text = documentOf({
        1: `key: ${key}\nname: Things`,
        3: 'entities: { Thing: { fields: { what: text } } }',
      });
      expect((await open(someone, key)).status).toBe(404);
      expect((await publish(admin, text)).status).toBe(303);
      const answers = await Promise.all([open(admin, key), open(someone, key)]);
      expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    }
  });

  it('is for admins', async () => {
    const clerk = await daybook.as('clerk');
    expect((await clerk.get('/-/publish')).status).toBe(403);
    expect((await publish(clerk, ORDERS)).status).toBe(403);
    expect((await publish(daybook.browser(), ORDERS)).status).toBe(401);
  });

  it.each([
    ['nothing', ''],
    ['something else', '# A recipe\n\nTake two eggs.'],
    ['binary', '\u0000\u0001\u0002'.repeat(1000)],
    ['a deep document', `${'#'.repeat(7)} ${'['.repeat(20_000)}`],
    ['one long line', 'x'.repeat(900_000)],
  ])('refuses %s', async (_what, text) => {
    const answer = await publish(admin, text);
    expect(answer.status).toBe(422);
    expect(answer.text).toMatch(/Not published: /);
  });

  it('refuses fifty megabytes', async () => {
    expect((await publish(admin, 'x'.repeat(50_000_000))).status).toBe(413);
  });
});
