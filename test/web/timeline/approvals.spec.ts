import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'node-html-parser';
import { v7 as uuid } from 'uuid';
import { RefuseApproval, TakeAction } from '#domain/record/record-commands.js';
import { AppointDeputy } from '#domain/user/user-commands.js';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { documentOf } from '#test/specification/documents.js';
import { readingApp, type ReadingApp } from '../reading/reading-app.js';

const document = (approve: string) =>
  documentOf({
    1: 'key: shop\nname: Firm\ntimeZone: Europe/Berlin',
    3: 'entities:\n  Case:\n    number: "C-{seq:3}"\n    title: "{name}"\n    fields: { name: text }\n  Plan: { fields: { name: text } }',
    4: `lifecycles:
  Case:
    states: { draft: Draft, asked: Asked, granted: { title: Granted, final: true }, denied: { title: Denied, final: true } }
    actions:
      ask: { from: draft, to: asked, by: [staff] }
      ${approve}
      deny: { from: asked, to: denied, by: [boss], reason: required }
  Plan:
    states: { new: New, agreed: { title: Agreed, final: true } }
    actions: { agree: { from: new, to: agreed, by: [boss], approvals: 2 } }`,
    6: `roles: { staff: { title: Staff }, boss: { title: Boss } }
permissions: { Case: { read: [staff, boss] }, Plan: { open: [staff, boss], read: [boss] } }`,
  });

describe('given approvals and rejections, alone, by several, and through a deputy', () => {
  let app: ReadingApp;
  let [staff, boss, other, auditor, admin] = [] as unknown as [
    SignedInPerson,
    SignedInPerson,
    SignedInPerson,
    SignedInPerson,
    SignedInPerson,
  ];
  let plan = '';
  let refused = '';
  let beforeAgreed = 0;
  const now = '2026-05-01T08:00:00.000Z';

  beforeAll(async () => {
    app = await readingApp(() => now);
    await app.publish(document('approve: { title: Grant, from: asked, to: granted, by: [boss] }'));
    staff = await app.person('Sam', 'shop:staff');
    boss = await app.person('Bea', 'shop:boss');
    other = await app.person('Ben', 'shop:boss');
    const deputy = await app.person('Dan', 'shop:boss');
    auditor = await app.person('Audrey', '-:auditor');
    admin = await app.person('Ada', '-:admin');
    for (const action of ['approve', 'deny']) {
      const id = await app.open(staff, 'Case', { name: 'Lamp' });
      await app.act(staff, 'Case', id, 'ask');
      await app.act(boss, 'Case', id, action, { reason: 'So be it.' });
    }
    await app.publish(
      document('allow: { title: Allow, was: approve, from: asked, to: granted, by: [boss] }'),
    );
    plan = await app.open(staff, 'Plan', { name: 'Move' });
    const target = { application: 'shop', entity: 'Plan', action: 'agree' };
    const context = (actor: string) => ({ actor, commandId: uuid() });
    const vote = { input: {}, baseVersion: 1 };
    const days = { from: '2026-05-01', until: '2026-05-02' };
    const deputation = { deputation: uuid(), deputy: deputy.id, application: null, role: null, ...days };
    await app.send(new AppointDeputy({ id: boss.id, ...deputation, context: context(boss.id) }));
    const throughDeputy = { ...target, ...vote, id: plan, onBehalfOf: boss.id, context: context(deputy.id) };
    beforeAgreed = (await app.send(new TakeAction(throughDeputy))).position!;
    await app.send(
      new TakeAction({ ...target, ...vote, id: plan, baseVersion: 2, context: context(other.id) }),
    );
    refused = await app.open(staff, 'Plan', { name: 'Stay' });
    const refusal = { ...target, id: refused, reason: 'Too early.', context: context(other.id) };
    await app.send(new RefuseApproval(refusal));
  });
  afterAll(() => app.close());

  const listed = async (who: SignedInPerson, query = 'type=approvals') =>
    parse((await app.get(who, `/-/timeline?${query}`).expect(200)).text)
      .querySelectorAll('.db-timeline-item')
      .map((item) => item.text.replaceAll(/\s+/g, ' ').trim());

  it('then one choice finds them all, and nothing else', async () => {
    expect(await listed(auditor)).toEqual([
      expect.stringMatching(/Ben refused “Agree”/),
      expect.stringMatching(/Ben.*Agree/),
      expect.stringMatching(/Ben approved “Agree”/),
      expect.stringMatching(/Dan for Bea approved “Agree”/),
      expect.stringMatching(/Bea.*Deny/),
      expect.stringMatching(/Bea.*Grant/),
    ]);
  });

  it('then they are narrowed to those through a deputy', async () => {
    expect(await listed(auditor, 'type=approvals&as=deputy')).toEqual([expect.stringMatching(/Dan for Bea/)]);
  });

  it('then the page says that approvals are shown', async () => {
    const html = parse((await app.get(auditor, '/-/timeline?type=approvals').expect(200)).text);
    expect(html.querySelector('.db-below')!.text).toContain('of the kind “Approvals and rejections”');
    expect(html.querySelector('.db-active-filters [role=status]')!.text).toBe('6 events');
  });

  it('then an admin finds none by actions that may not be known to them', async () => {
    expect(await listed(admin, 'type=decisions')).toHaveLength(8);
    expect(await listed(admin)).toEqual([]);
  });

  it('then the API and exports have the same choice', async () => {
    const { body } = await app.get(auditor, '/api/-/timeline?type=approvals').expect(200);
    expect((body as { items: unknown[] }).items).toHaveLength(6);
    const csv = (await app.get(auditor, '/-/timeline.csv?type=approvals').expect(200)).text;
    expect(csv).toMatch(/events,6,/);
  });

  it('then the record as it was shows which approvals it had, and through whom', async () => {
    const page = async (id: string, at: string | number) =>
      parse((await app.get(boss, `/shop/plans/${id}?at=${at}`).expect(200)).text).querySelector('.db-round');
    const half = (await page(plan, beforeAgreed))!.text;
    expect(half).toMatch(/Agree: 1 of 2.*Dan for Bea approved it/);
    expect(half).not.toContain('Ben');
    expect((await page(refused, '2026-05-01'))!.text).toMatch(/Agree: 0 of 2.*Ben refused it.*“Too early\.”/);
    expect(await page(plan, '2026-05-01')).toBeNull();
  });
});
