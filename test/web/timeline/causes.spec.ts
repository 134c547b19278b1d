import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'node-html-parser';
import { v7 as uuid } from 'uuid';
import { ChangeRecord, CommentRecord } from '#domain/record/record-commands.js';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { documentOf } from '#test/specification/documents.js';
import { readingApp, type ReadingApp } from '../reading/reading-app.js';

const DOCUMENT = documentOf({
  1: 'name: Shop\nkey: shop',
  3: 'entities: { Case: { title: "{name}", fields: { name: text, code: text } } }',
  4: 'lifecycles: { Case: { states: { fresh: Fresh, done: { title: Done } }, actions: { finish: { from: fresh, to: done } } } }',
  6: 'roles: { staff: Staff }\npermissions: { Case: { open: [staff], read: [staff], edit: [staff], comment: [staff] } }',
  7: 'calls: { order: { on: { entity: Case, action: finish }, post: "http://127.0.0.1:9/orders", body: { name: record.name } } }',
});

let daybook: ReadingApp;
let staff: SignedInPerson;
let auditor: SignedInPerson;
let admin: SignedInPerson;
let id = '';

const stored = async () => (await daybook.installation.store.read(`shop.Case-${id}`)).events;
const typed = async (type: string) => (await stored()).findLast((event) => event.type === type)!;
const page = async (position: number, by = auditor) =>
  parse((await daybook.get(by, `/-/events/${position}`).expect(200)).text).querySelector(
    'section[aria-labelledby=causes]',
  )!;
/** Depth, and position or its substitute. */
const treeOf = async (position: number, by = auditor) =>
  (await page(position, by)).querySelectorAll('.db-causes li').map((line) => {
    const depth = line.toString().length;
    const ways = line.querySelector('.db-cause-when')!;
    return [ways.querySelector('a')?.textContent ?? ways.querySelector('b')!.textContent, depth] as const;
  });

beforeAll(async () => {
  daybook = await readingApp();
  await daybook.publish(DOCUMENT);
  [staff, auditor] = [await daybook.person('Sam', 'shop:staff'), await daybook.person('Audrey', '-:auditor')];
  admin = await daybook.person('Ada', '-:admin');
  id = await daybook.open(staff, 'Case', { name: 'Chairs' });
  await daybook.act(staff, 'Case', id, 'finish');
  const requested = await typed('record.call-requested');
  const on = { application: 'shop', entity: 'Case', id };
  const caused = (causationId: string) => ({
    actor: staff.id,
    commandId: uuid(),
    correlationId: uuid(),
    causationId,
  });
  const input = { code: 'O-1' };
  await daybook.send(
    new ChangeRecord({ ...on, input, baseVersion: requested.version, context: caused(requested.id) }),
  );
  const changed = await typed('record.changed');
  await daybook.send(new CommentRecord({ ...on, text: 'Ordered', context: caused(changed.id) }));
  await daybook.comment(staff, 'Case', id, 'Not caused by any of it');
});
afterAll(() => daybook.close());

describe('what caused what', () => {
  it('is one tree from the first cause on, whichever of its events is looked at', async () => {
    const positions = await Promise.all(
      ['record.action-taken', 'record.call-requested', 'record.changed'].map(
        async (type) => (await typed(type)).position,
      ),
    );
    const comment = (await stored()).find(({ type }) => type === 'record.commented')!.position;
    const all = [...positions, comment];
    for (const here of all) {
      const tree = await treeOf(here);
      expect(tree.map(([text]) => text)).toEqual(
        all.map((position) => (position === here ? 'this event' : `#${position}`)),
      );
      // Each is nested in its cause.
      expect(tree.map(([, size]) => size)).toEqual(tree.map(([, size]) => size).toSorted((a, b) => b - a));
    }
  });

  it('goes on where an event of another record was caused', async () => {
    const changed = await typed('record.changed');
    const other = await daybook.open(staff, 'Case', { name: 'Tables', code: 'hush' });
    const context = {
      actor: staff.id,
      commandId: uuid(),
      correlationId: uuid(),
      causationId: changed.id,
    };
    const about = { application: 'shop', entity: 'Case', id: other };
    await daybook.send(new CommentRecord({ ...about, text: 'Ordered with the chairs', context }));
    const { events } = await daybook.installation.store.read(`shop.Case-${other}`);
    const comment = events.findLast(({ type }) => type === 'record.commented')!;
    const root = await typed('record.action-taken');
    for (const here of [root.position, comment.position]) {
      const positions = (await treeOf(here)).map(([text]) => text);
      expect(positions).toContain(here === root.position ? `#${comment.position}` : `#${root.position}`);
    }
    expect((await page(root.position)).textContent).toContain('Tables');
  });

  it('shows an admin without a role of the application neither values nor titles', async () => {
    const root = await typed('record.action-taken');
    const shown = (await page(root.position, admin)).textContent;
    expect(shown).not.toMatch(/Chairs|Tables|O-1|Ordered/);
    expect((await treeOf(root.position, admin)).length).toBe((await treeOf(root.position)).length);
  });

  it('says that nothing did, for an event on its own', async () => {
    const alone = (await typed('record.commented')).position;
    expect(await treeOf(alone)).toEqual([]);
    expect((await page(alone)).textContent).toContain('No cause of it and no effect is recorded');
  });

  it('leads to the record as it was after each event', async () => {
    const { position } = await typed('record.action-taken');
    const event = parse((await daybook.get(auditor, `/-/events/${position}`)).text);
    const then = event.querySelector('.db-event a[href*="?at="]')!.getAttribute('href');
    expect(then).toBe(`/shop/cases/${id}?at=${position}`);
  });
});
