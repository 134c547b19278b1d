// The count above the events follows the log, also where the same question is asked again.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'node-html-parser';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { documentOf } from '#test/specification/documents.js';
import { readingApp, type ReadingApp } from '../reading/reading-app.js';

const MORE_THAN_A_PAGE = 60;

describe('given more events of records than one page of the timeline has', () => {
  let app: ReadingApp;
  let [staff, auditor] = [] as unknown as [SignedInPerson, SignedInPerson];

  beforeAll(async () => {
    app = await readingApp();
    await app.publish(
      documentOf({
        1: 'key: shop\nname: Firm',
        3: 'entities:\n  Case:\n    title: "{name}"\n    fields: { name: text }',
        6: 'roles: { staff: Staff }\npermissions:\n  Case: { open: [staff], edit: [staff], read: [staff] }',
      }),
    );
    staff = await app.person('Sam', 'shop:staff');
    auditor = await app.person('Audrey', '-:auditor');
    for (let number = 0; number < MORE_THAN_A_PAGE; number++)
      await app.open(staff, 'Case', { name: `Case ${number}` });
  });
  afterAll(() => app.close());

  async function countShown(): Promise<string | undefined> {
    const { text } = await app.get(auditor, '/-/timeline?type=record.opened').expect(200);
    return /\d+ events/.exec(parse(text).querySelector('main')!.textContent)?.[0];
  }

  it('when one more is added between two views, then the second view counts it', async () => {
    expect(await countShown()).toBe(`${MORE_THAN_A_PAGE} events`);
    expect(await countShown()).toBe(`${MORE_THAN_A_PAGE} events`);
    await app.open(staff, 'Case', { name: 'One more' });
    expect(await countShown()).toBe(`${MORE_THAN_A_PAGE + 1} events`);
  });
});
