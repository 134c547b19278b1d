import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ChoosePreferences } from '#domain/user/user-commands.js';
import { decoded, PEOPLE, startDaybook, type Browser, type Daybook } from '../daybook.js';
import { v7 as uuid } from 'uuid';

const textOf = (html: string): string =>
  decoded(html.replace(/<script[\s\S]*?<\/script>|<[^>]+>/g, ' ')).replace(/\s+/g, ' ');

describe('history', () => {
  let daybook: Daybook;
  let clerk: Browser;
  let admin: Browser;
  let record: string;

  beforeAll(async () => {
    daybook = await startDaybook();
    [clerk, admin] = [await daybook.as('clerk'), await daybook.as('admin')];
    const opened = await clerk.post('/api/orders/Order').send({ fields: { title: 'Paper' } });
    record = `/orders/orders/${(opened.body as { id: string }).id}`;
    for (const who of ['clerk', 'admin'] as const) {
      const { id } = PEOPLE[who];
      const context = { actor: id, commandId: uuid() };
      await daybook.send(new ChoosePreferences({ id, language: 'de', timeZone: null, context }));
    }
    await daybook.settled();
  });

  afterAll(async () => daybook.close());

  it('of a record is German for a person who chose German', async () => {
    expect(textOf((await clerk.get(record)).text)).toMatch(/Clara Clerk erstellte den Datensatz/);
    const boss = await daybook.as('boss');
    expect(textOf((await boss.get(record)).text)).toMatch(/Clara Clerk created it/);
  });

  it('of everything is German, with its filter of what happened', async () => {
    const page = (await admin.get('/-/timeline')).text;
    expect(page).toContain('>Datensatz erstellt</option>');
    const text = textOf(page);
    expect(text).toMatch(/Clara Clerk erstellte den Datensatz: O-\d+/);
    expect(text).toMatch(/veröffentlichte Version 1 der Spezifikation/);
    expect(text).toMatch(/vergab die Rolle „Clerk“ in Orders an Clara Clerk/);
  });

  it('says that an application is written in English only, once', async () => {
    const says = async (by: Browser) =>
      textOf((await by.get(record)).text).split('Diese Anwendung gibt es nur auf Englisch.').length - 1;
    expect([await says(clerk), await says(await daybook.as('boss'))]).toEqual([1, 0]);
  });

  it('says why an action is refused in German, too, by a document in English', async () => {
    const text = textOf((await clerk.get(record)).text);
    expect(text).toContain('Sie sind nicht berechtigt, „Approve“ auszuführen.');
    expect(text).toContain('Berechtigt: Boss.');
    expect(text).not.toContain('You may not');
  });
});
