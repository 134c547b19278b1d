import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'node-html-parser';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { documentOf } from '#test/specification/documents.js';
import { readingApp, type ReadingApp } from '../reading/reading-app.js';

let daybook: ReadingApp;
let staff: SignedInPerson;
let auditor: SignedInPerson;
let now = '2026-05-03T08:00:00.000Z';

const rolesOn = async (query = '') =>
  parse((await daybook.get(auditor, `/-/roles${query}`).expect(200)).text)
    .querySelectorAll('main section')
    .filter((section) => section.querySelector('table'))
    .map((section) => [
      section.querySelector('h2')!.textContent,
      section
        .querySelectorAll('th[scope=row]')
        .map((name) => name.textContent)
        .join(),
    ]);

beforeAll(async () => {
  daybook = await readingApp(() => now);
  await daybook.publish(
    documentOf({
      1: 'name: Shop\nkey: shop',
      6: 'roles: { staff: { title: Staff }, boss: { title: Boss } }',
    }),
  );
  staff = await daybook.person('Sam', 'staff');
  now = '2026-05-05T08:00:00.000Z';
  await daybook.person('Bea', 'staff', 'boss');
  auditor = await daybook.person('Audrey', '-:auditor');
});
afterAll(() => daybook.close());

describe('who has which role', () => {
  it('lists the people of each role', async () => {
    expect(await rolesOn()).toEqual([
      ['Auditor', 'Audrey'],
      ['Boss (Shop)', 'Bea'],
      ['Staff (Shop)', 'Bea,Sam'],
    ]);
  });

  it('lists those of a day', async () => {
    expect(await rolesOn('?at=2026-05-04')).toEqual([['Staff (Shop)', 'Sam']]);
    expect((await daybook.get(auditor, '/-/roles?at=soon')).status).toBe(400);
  });

  it('says when the first role was given for a day before it', async () => {
    const { text } = await daybook.get(auditor, '/-/roles?at=2026-04-01').expect(200);
    expect(parse(text).querySelector('main')!.text).toContain(
      'The first role in this log was given on 3 May 2026.',
    );
  });

  it('says that a day is still to come, and only then', async () => {
    const mainOf = async (day: string) =>
      parse((await daybook.get(auditor, `/-/roles?at=${day}`).expect(200)).text).text;
    const warning = 'This time is still to come. The page shows what stands there today.';
    expect(await mainOf('2026-05-06')).toContain(warning);
    expect(await mainOf('2026-05-05')).not.toContain(warning);
  });

  it('leads to who was named a deputy, who acts with these roles, too', async () => {
    const page = parse((await daybook.get(auditor, '/-/roles').expect(200)).text);
    const link = page.querySelectorAll('main a').find(({ text }) => text.startsWith('Who was named'))!;
    const timeline = await daybook.get(auditor, link.getAttribute('href')!).expect(200);
    expect(timeline.text).not.toContain('not understood');
  });

  it('leads to the event that gave the role', async () => {
    const page = parse((await daybook.get(auditor, '/-/roles?at=2026-05-04')).text);
    const event = page.querySelector('td a[href^="/-/events/"]')!.getAttribute('href')!;
    expect((await daybook.get(auditor, event).expect(200)).text).toContain('user.role-granted');
  });

  it('is refused to others', async () => {
    expect((await daybook.get(staff, '/-/roles')).status).toBe(403);
  });
});
