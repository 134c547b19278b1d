// Steps that depend on another event of the record: by its creator, or soon after the step before.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'node-html-parser';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { documentOf } from '#test/specification/documents.js';
import { readingApp, type ReadingApp } from '../reading/reading-app.js';

const DOCUMENT = documentOf({
  1: 'key: shop\nname: Firm\ntimeZone: Europe/Berlin',
  3: 'entities:\n  Case:\n    title: "{name}"\n    fields: { name: text }',
  4: `lifecycles:
  Case:
    states: { fresh: Fresh, done: { title: Done, final: true } }
    actions: { finish: { title: Finish, from: fresh, to: done } }`,
  6: 'roles: { staff: { title: Staff } }\npermissions: { Case: { read: [staff] } }',
});

describe('given a case finished by who created it after thirty seconds, and one by a colleague after an hour', () => {
  let app: ReadingApp;
  let auditor: SignedInPerson;
  let now = '2026-05-01T08:00:00.000Z';

  beforeAll(async () => {
    app = await readingApp(() => now);
    await app.publish(DOCUMENT);
    const sam = await app.person('Sam', 'shop:staff');
    const tom = await app.person('Tom', 'shop:staff');
    auditor = await app.person('Audrey', '-:auditor');
    const quick = await app.open(sam, 'Case', { name: 'Lamp' });
    now = '2026-05-01T08:00:30.000Z';
    await app.act(sam, 'Case', quick, 'finish');
    const slow = await app.open(sam, 'Case', { name: 'Desk' });
    now = '2026-05-01T09:00:30.000Z';
    await app.act(tom, 'Case', slow, 'finish');
  });
  afterAll(() => app.close());

  async function found(query: string): Promise<readonly string[]> {
    const { text } = await app.get(auditor, `/-/timeline?application=shop&${query}`).expect(200);
    return parse(text)
      .querySelectorAll('.db-timeline-item')
      .map((item) => /Lamp|Desk/.exec(item.text)?.[0] ?? item.text);
  }

  it('then “who created the record” finds the step of their own alone', async () => {
    expect(await found('as=opener')).toEqual(['Lamp']);
  });

  it('then a time since the step before finds what came at most so many minutes after it', async () => {
    expect(await found('within=1')).toEqual(['Lamp']);
    expect(await found('within=59')).toEqual(['Lamp']);
    expect(await found('within=60')).toEqual(['Desk', 'Lamp']);
    expect(await found('within=60&as=opener')).toEqual(['Lamp']);
  });

  it('then a time that is none is said, and not guessed', async () => {
    for (const within of ['0', '-1', '1441', 'soon']) {
      const { text } = await app.get(auditor, `/-/timeline?within=${within}`).expect(200);
      expect(text).toContain('The filter “Time since the step before” was not understood.');
    }
  });
});
