// The person's time zone, otherwise that of their applications.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { documentOf } from '#test/specification/documents.js';
import { readingApp, type ReadingApp } from './reading-app.js';

const document = (key: string, timeZone: string) =>
  documentOf({
    1: `key: ${key}\nname: ${key}\ntimeZone: ${timeZone}`,
    3: 'entities: { Case: { title: "{name}", fields: { name: text } } }',
    6: 'roles: { staff: Staff }\npermissions: { Case: { read: [staff], open: [staff] } }',
  });

describe('given an application in Berlin, and an event at 15:44 UTC', () => {
  let app: ReadingApp;
  let [staff, auditor] = [] as unknown as [SignedInPerson, SignedInPerson];
  let id = '';

  beforeAll(async () => {
    app = await readingApp(() => '2026-11-26T15:44:00.000Z');
    await app.publish(document('shop', 'Europe/Berlin'));
    staff = await app.person('Sam', 'shop:staff');
    auditor = await app.person('Audrey', '-:auditor');
    id = await app.open(staff, 'Case', { name: 'Lamp' });
  });
  afterAll(() => app.close());

  const text = async (by: SignedInPerson, path: string) => (await app.get(by, path).expect(200)).text;
  const eventPath = async () =>
    /href="(\/-\/events\/\d+)"/.exec(await text(auditor, '/-/timeline?record=Lamp'))![1]!;

  it('then record, timeline, event and first page show it by the clock of Berlin, and say so', async () => {
    for (const path of [`/shop/cases/${id}`, '/-/timeline', await eventPath()]) {
      const page = await text(auditor, path);
      expect([path, page.includes('16:44'), page.includes('15:44<')]).toEqual([path, true, false]);
      expect(page).toContain('Times in Europe/Berlin');
    }
    expect(await text(auditor, '/')).toContain('Times in Europe/Berlin');
  });

  it('then a zone that the person has chosen goes before', async () => {
    const traveller = { ...auditor, timeZone: 'Asia/Tokyo' };
    for (const path of [`/shop/cases/${id}`, await eventPath(), '/'])
      expect(await text(traveller, path)).toContain('Times in Asia/Tokyo');
  });

  it('then an application in a zone with the same clock changes nothing', async () => {
    await app.publish(document('works', 'Europe/Amsterdam'));
    expect(await text(auditor, '/')).toContain('Times in Europe/Berlin');
  });

  it('then an application in another zone makes it UTC for those who may enter both, and for no one else', async () => {
    await app.publish(document('clubs', 'Pacific/Auckland'));
    expect(await text(auditor, '/')).toContain('Times in UTC');
    expect(await text(staff, '/')).toContain('Times in Europe/Berlin');
  });
});
