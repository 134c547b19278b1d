// By field and by value before or after, within the reader's rights.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'node-html-parser';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { documentOf } from '#test/specification/documents.js';
import { readingApp, type ReadingApp } from '../reading/reading-app.js';

const document = (amount: string, more = '') =>
  documentOf({
    1: 'key: shop\nname: Firm',
    3: `entities:
  Case:
    title: "{name}"
    fields:
      name: text
      ${amount}: { type: money, currency: EUR${more} }
      pieces: integer
      wing: { type: choice, of: { n: North wing, s: South wing } }
      secret: { type: integer }
      lines: { type: table, fields: { item: text, price: { type: money, currency: EUR } } }`,
    6: `roles: { staff: Staff, boss: Boss }
permissions:
  Case:
    open: [staff]
    edit: [staff]
    read: [staff, boss]
    fields: { secret: { read: [boss], edit: [staff] } }`,
  });

describe('given records whose amounts were changed', () => {
  let app: ReadingApp;
  let [staff, auditor, boss] = [] as unknown as [SignedInPerson, SignedInPerson, SignedInPerson];

  beforeAll(async () => {
    app = await readingApp();
    await app.publish(document('amount'));
    staff = await app.person('Sam', 'shop:staff');
    auditor = await app.person('Audrey', '-:auditor');
    boss = await app.person('Bea', '-:auditor', 'shop:boss');
    const lamp = await app.open(staff, 'Case', {
      name: 'Lamp',
      amount: 4_800,
      pieces: 3,
      wing: 'n',
      secret: 777,
      lines: [{ item: 'bulb', price: 12.5 }],
    });
    await app.change(staff, 'Case', lamp, { amount: 5_200 });
    await app.change(staff, 'Case', lamp, { name: 'Large lamp' });
    await app.open(staff, 'Case', { name: 'Desk', amount: 48, pieces: 4_800, lines: [] });
  });
  afterAll(() => app.close());

  async function found(
    by: SignedInPerson,
    query: Readonly<Record<string, string>>,
  ): Promise<readonly string[]> {
    const { text } = await app.get(by, `/-/timeline?${new URLSearchParams(query).toString()}`).expect(200);
    return parse(text)
      .querySelectorAll('.db-timeline-item')
      .map((item) => `${/Lamp|lamp|Desk/.exec(item.text)?.[0]} ${/created|changed/.exec(item.text)?.[0]}`);
  }
  const AMOUNT = 'shop.Case.amount';

  it('then a field finds what fills it in or changes it', async () => {
    expect(await found(auditor, { field: AMOUNT })).toEqual(['Desk created', 'lamp changed', 'lamp created']);
    expect(await found(auditor, { field: 'shop.Case.wing' })).toEqual(['lamp created']);
  });

  it('then an amount as the reader writes it finds the changes from it and to it', async () => {
    for (const value of ['4,800', '4800.00', '4,800.00', '€4,800.00', '4,800.00 €', 'EUR 4,800'])
      expect(await found(auditor, { field: AMOUNT, value })).toEqual(['lamp changed', 'lamp created']);
    expect(await found(auditor, { field: AMOUNT, value: '5,200' })).toEqual(['lamp changed']);
    expect(await found(auditor, { field: AMOUNT, value: '48' })).toEqual(['Desk created']);
    const german = { ...auditor, language: 'de' } as const;
    const { text } = await app.get(german, `/-/timeline?field=${AMOUNT}&value=5.200,00`).expect(200);
    expect(parse(text).querySelectorAll('.db-timeline-item')).toHaveLength(1);
  });

  it('then an amount alone finds it in every field, by the places of each', async () => {
    expect(await found(auditor, { value: '4,800' })).toEqual([
      'Desk created',
      'lamp changed',
      'lamp created',
    ]);
    expect(await found(auditor, { value: '12.50' })).toEqual(['lamp created']);
    expect(await found(auditor, { value: '480000' })).toEqual([]);
  });

  it('then a choice is found as it is called', async () => {
    expect(await found(auditor, { field: 'shop.Case.wing', value: 'North' })).toEqual(['lamp created']);
    expect(await found(auditor, { field: 'shop.Case.wing', value: 'South' })).toEqual([]);
  });

  it('then the search finds numbers as they are written', async () => {
    for (const q of ['5,200.00', '€5,200.00']) expect(await found(auditor, { q })).toEqual(['lamp changed']);
    expect(await found(auditor, { q: 'Desk' })).toContain('Desk created');
  });

  it('then a hidden value is found neither by its field nor by itself', async () => {
    const hidden: readonly Readonly<Record<string, string>>[] = [
      { field: 'shop.Case.secret' },
      { value: '777' },
      { q: '777' },
      { field: 'shop.Case.secret', value: '777' },
    ];
    for (const query of hidden) {
      expect([query, await found(boss, query)]).toEqual([query, ['lamp created']]);
      expect([query, await found(auditor, query)]).toEqual([query, []]);
    }
  });

  it('then a count has no event that only a hidden value finds', async () => {
    const counted = async (by: SignedInPerson) => {
      const { text } = await app.get(by, '/-/timeline?value=777').expect(200);
      return parse(text).querySelector('.db-active-filters [role=status]')!.text;
    };
    expect([await counted(boss), await counted(auditor)]).toEqual(['1 event', 'No event']);
  });

  it('then an export has no event that only a hidden value finds', async () => {
    const exportedEvents = async (by: SignedInPerson) => {
      const { text } = await app.get(by, '/-/timeline.csv?value=777').expect(200);
      return text.match(/,record\./g) ?? [];
    };
    expect(await exportedEvents(boss)).toHaveLength(1);
    expect(await exportedEvents(auditor)).toEqual([]);
  });

  it('then a field is found under its former name, too', async () => {
    await app.publish(document('cost', ', was: amount'));
    for (const field of ['shop.Case.cost', AMOUNT])
      expect(await found(auditor, { field, value: '5,200' })).toEqual(['lamp changed']);
  });

  it('then a field that is none is named as a problem', async () => {
    const { text } = await app.get(auditor, '/-/timeline?field=amount').expect(200);
    expect(text).toContain('The filter “Field” was not understood');
  });
});
