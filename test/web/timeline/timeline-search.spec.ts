import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { documentOf } from '#test/specification/documents.js';
import { readingApp, type ReadingApp } from '../reading/reading-app.js';

const DOCUMENT = documentOf({
  1: 'key: shop\nname: Firm',
  3: 'entities:\n  Case:\n    number: "C-{seq:3}"\n    title: "{name}"\n    fields: { name: text }',
  4: `lifecycles:
  Case:
    states: { fresh: Fresh, approved: Agreed, done: { title: Done, final: true } }
    actions: { approve: { title: Approve, from: fresh, to: approved }, finish: { from: approved, to: done } }`,
  6: 'roles: { staff: { title: Staff } }\npermissions: { Case: { read: [staff] } }',
});

describe('given two records that went the same way', () => {
  let app: ReadingApp;
  let [staff, auditor, admin] = [] as unknown as [SignedInPerson, SignedInPerson, SignedInPerson];

  beforeAll(async () => {
    app = await readingApp();
    await app.publish(DOCUMENT);
    staff = await app.person('Sam', 'shop:staff');
    auditor = await app.person('Audrey', '-:auditor');
    admin = await app.person('Ada', '-:admin');
    for (const name of ['Printer paper', 'Printer paper for Ada']) {
      const id = await app.open(staff, 'Case', { name });
      await app.act(staff, 'Case', id, 'approve');
      await app.act(staff, 'Case', id, 'finish');
      await app.comment(staff, 'Case', id, `Please approve ${name} sooner.`);
    }
  });
  afterAll(() => app.close());

  /** Types and named actions. */
  async function found(by: SignedInPerson, search: string): Promise<readonly string[]> {
    const { text } = await app.get(by, `/-/timeline?q=${encodeURIComponent(search)}`).expect(200);
    const items = text.split('class="db-timeline-item"').slice(1);
    return items.flatMap((item) => /(Approve|Finish|created|commented)/.exec(item)?.[1] ?? []);
  }

  it.each(['C-001', '001', '1', 'Printer paper'])(
    'then “%s” finds every event of the record of that name',
    async (name) => {
      expect(await found(auditor, name)).toEqual(
        expect.arrayContaining(['commented', 'Finish', 'Approve', 'created']),
      );
      expect((await found(auditor, name)).filter((each) => each === 'Finish')).toHaveLength(1);
    },
  );

  it('then the title of an action finds its events and comments with that word, and no other action', async () => {
    expect(await found(auditor, 'approve')).toEqual(['commented', 'Approve', 'commented', 'Approve']);
  });

  it('then a reader of no record finds nothing by number or title', async () => {
    expect(await found(admin, 'C-001')).toEqual([]);
    expect(await found(admin, '1')).toEqual([]);
    expect(await found(admin, 'Printer paper')).toEqual([]);
  });
});
