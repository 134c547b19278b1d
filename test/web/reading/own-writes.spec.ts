import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { v7 as uuid } from 'uuid';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { readingApp, type ReadingApp } from './reading-app.js';
import { SHOP_TEXT } from '../screens/shop.js';
import { resumeOnceAwaited } from '../resume-once-awaited.js';

let shop: ReadingApp;
let ada: SignedInPerson;

beforeAll(async () => {
  shop = await readingApp();
  await shop.publish(SHOP_TEXT);
  ada = await shop.person('Ada');
});

afterAll(() => shop.close());

const page = (seen: string) =>
  shop.get(ada, '/shop/orders').set('Cookie', `daybook-seen=${seen}`).expect(200);
const BEHIND = 'What you did last is saved, but may not be on this page yet';

/** Appends past the commands, while the read model is paused. */
async function writeWhilePaused(title: string): Promise<number> {
  const id = uuid();
  const metadata = {
    actor: ada.id,
    recordedAt: new Date(0).toISOString(),
    commandId: uuid(),
    correlationId: uuid(),
  };
  const data = {
    entity: 'Order',
    number: null,
    title,
    state: 'draft',
    fields: { title, requestedBy: ada.id },
  };
  const { position } = await shop.installation.store.append(
    `shop.Order-${id}`,
    [{ id: uuid(), type: 'record.opened', data, metadata }],
    0,
  );
  return position;
}

describe('a page after a command', () => {
  it('waits until it can show what was written', async () => {
    const records = shop.installation.projections.subscription('records');
    records.pause();
    const position = await writeWhilePaused('Written before');
    resumeOnceAwaited(shop.installation.projections, 'records');
    const { text } = await page(String(position));
    expect(text).toContain('Written before');
    expect(text).not.toContain(BEHIND);
  });

  it('says that it is behind rather than keeping people waiting', async () => {
    const records = shop.installation.projections.subscription('records');
    records.pause();
    const position = await writeWhilePaused('Written later');
    const { text } = await page(String(position));
    expect(text).toContain(BEHIND);
    expect(text).not.toContain('Written later');
    records.resume();
    expect((await page(String(position))).text).toContain('Written later');
  });

  it.each(['-1', 'x', '1e9', '', '%00'])('does not wait for the forged position %p', async (seen) => {
    expect((await page(seen)).text).not.toContain(BEHIND);
  });
});

describe('a page for somebody who has saved nothing', () => {
  const seenByAuditor = async () => (await shop.get(ada, '/shop/orders').expect(200)).text;
  const LATELY = 'This page may not show the latest changes yet';

  it('says nothing of a read model that is a moment behind', async () => {
    shop.installation.projections.subscription('records').pause();
    await writeWhilePaused('Written a moment ago');
    expect(await seenByAuditor()).not.toContain(LATELY);
    shop.installation.projections.subscription('records').resume();
  });

  it('says that something is missing where a read model has stood still for longer', async () => {
    const { projections } = shop.installation;
    const records = projections.subscription('records');
    records.pause();
    await writeWhilePaused('Written while nobody builds');
    const until = Date.now() + 5_000;
    while (projections.behindFor() < 20 && Date.now() < until) await sleep(20);
    expect(projections.behindFor()).toBeGreaterThanOrEqual(20);
    const since = jest.spyOn(projections, 'behindFor').mockReturnValue(60_000);
    const text = await seenByAuditor();
    since.mockRestore();
    expect(text).toContain(LATELY);
    expect(text).not.toContain('Written while nobody builds');
    records.resume();
    while (projections.behindFor() > 0 && Date.now() < until) await sleep(20);
    expect(await seenByAuditor()).toContain('Written while nobody builds');
    expect(await seenByAuditor()).not.toContain(LATELY);
  });
});
