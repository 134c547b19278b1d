import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { documentOf } from '#test/specification/documents.js';
import { readingApp, type ReadingApp } from '../reading/reading-app.js';

const DOCUMENT = documentOf({
  1: 'key: shop\nname: Firm',
  3: `entities:
  Case: { number: "C-{seq:3}", title: "{name}", fields: { name: text } }
  Pay: { number: "P-{seq:3}", title: "{name} {wage}", fields: { name: text, wage: integer } }`,
  6: `roles: { boss: Boss, clerk: Clerk }
permissions:
  Case: { read: { boss: true, clerk: "record.openedBy == user.id" } }
  Pay: { fields: { wage: { read: [boss] } } }`,
});

/** More than stand for a name. */
const MANY = 25;

describe('given many records with one title', () => {
  let app: ReadingApp;
  let [boss, clerk, auditor] = [] as unknown as [SignedInPerson, SignedInPerson, SignedInPerson];

  beforeAll(async () => {
    app = await readingApp();
    await app.publish(DOCUMENT);
    boss = await app.person('Bea', 'shop:boss', '-:auditor');
    clerk = await app.person('Clara', 'shop:clerk', '-:admin');
    auditor = await app.person('Audrey', '-:auditor');
    for (let n = 0; n < MANY; n++) await app.open(boss, 'Case', { name: 'Printer Paper' });
    await app.open(clerk, 'Case', { name: 'Printer Paper' });
    await app.open(clerk, 'Case', { name: 'printer paper' });
    await app.open(boss, 'Pay', { name: 'Ada', wage: '420' });
  });
  afterAll(() => app.close());

  /** How many records came to be. */
  async function found(by: SignedInPerson, name: string): Promise<number> {
    const { text } = await app.get(by, `/-/timeline?record=${encodeURIComponent(name)}`).expect(200);
    return text.split('class="db-timeline-item"').length - 1;
  }

  it('then its reader finds the one among those of others', async () => {
    expect(await found(clerk, 'Printer Paper')).toBe(1);
    expect(await found(clerk, 'C-001')).toBe(0);
  });

  it('then a reader of all finds as many as stand for a name', async () => {
    expect(await found(boss, 'Printer Paper')).toBe(20);
  });

  it('then a title is found as it is written alone', async () => {
    expect(await found(boss, 'printer paper')).toBe(1);
    expect(await found(boss, 'PRINTER PAPER')).toBe(0);
    expect(await found(boss, 'Printer')).toBe(0);
  });

  it('then a title with a value that some may not read is found by others only', async () => {
    expect(await found(boss, 'Ada 420')).toBe(1);
    expect(await found(auditor, 'Ada 420')).toBe(0);
    expect(await found(auditor, 'P-001')).toBe(1);
  });
});
