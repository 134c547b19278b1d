import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { parse } from 'node-html-parser';
import { v7 as uuid } from 'uuid';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { RegisterUser } from '#domain/user/user-commands.js';
import { documentOf } from '#test/specification/documents.js';
import { hiddenIn, startDaybook, system, type Browser, type Daybook } from '#test/web/daybook.js';

const DOCUMENT = documentOf({
  1: 'name: Buying\nkey: buying',
  3: `entities:
  Request:
    title: "{title}"
    fields:
      title: { type: text, required: true }
      amount: integer
      holder: { type: user, role: boss }
      note: text
      lines: { type: table, fields: { item: text, price: integer, count: integer } }
      total: { type: integer, computed: 'record.lines.map(l, l.price * l.count).sum()' }`,
  4: `lifecycles:
  Request:
    states: { waiting: Waiting for approval, approved: Approved, rejected: Rejected, ordered: { title: Ordered, final: true }, withdrawn: { title: Withdrawn, final: true } }
    actions:
      approve: { from: waiting, to: approved, by: [boss], not: record.openedBy, guard: record.amount < 100 }
      approveLarge: { title: Approve by two, done: approved, from: waiting, to: approved, by: [boss], not: record.openedBy, guard: record.amount >= 100, approvals: 2, sign: I approve }
      reject: { title: Reject, done: rejected, from: waiting, to: rejected, by: [boss], reason: required }
      withdraw: { title: Withdraw, from: [waiting, rejected], to: withdrawn, by: [clerk], guard: record.openedBy == user.id }
      order: { title: Order, done: ordered, from: approved, to: ordered, by: [buyer] }`,
  6: `roles: { boss: Boss, clerk: Clerk, buyer: Buyer }
permissions: { Request: { assign: [boss, buyer] } }`,
});

const PASSWORD = 'a sentence is fine';
const person = (name: string, role: string) => ({ id: uuid(), name, signInName: name.toLowerCase(), role });
const [bea, ben, cleo, ines] = [
  person('Bea', 'boss'),
  person('Ben', 'boss'),
  person('Cleo', 'clerk'),
  person('Ines', 'buyer'),
] as const;
type Person = typeof bea;

describe('given a request that two have to approve', () => {
  let daybook: Daybook;
  const browsers = new Map<Person, Browser>();
  let record: string;

  beforeAll(async () => {
    daybook = await startDaybook({ peopled: false });
    await daybook.send(new PublishSpecification({ text: DOCUMENT, context: system() }));
    for (const each of [bea, ben, cleo, ines]) {
      const { role, ...user } = each;
      const roles = [{ application: 'buying', role }];
      await daybook.send(new RegisterUser({ ...user, password: PASSWORD, roles, context: system() }));
    }
    await daybook.settled();
    for (const each of [bea, ben, cleo, ines]) {
      const browser = daybook.browser();
      await browser.post('/-/sign-in').type('form').send({ name: each.signInName, password: PASSWORD });
      browsers.set(each, browser);
    }
  }, 60_000);
  afterAll(() => daybook.close());

  beforeEach(async () => {
    record = await opened(500);
  });

  const of = (who: Person) => browsers.get(who)!;
  async function opened(amount: number): Promise<string> {
    const answer = await daybook
      .browser()
      .post('/api/buying/Request')
      .auth(cleo.signInName, PASSWORD)
      .send({
        fields: { title: 'Chairs', amount, holder: bea.id, lines: [{ item: 'Chair', price: 7, count: 9 }] },
      });
    expect(answer.status).toBe(201);
    await daybook.settled();
    return `/buying/requests/${(answer.body as { id: string }).id}`;
  }
  const page = async (who: Person, path = record) => parse((await of(who).get(path)).text);
  const lineFor = async (who: Person) => (await page(who)).querySelector('.db-next-step')?.textContent;
  /** Returns the notice on the next page. */
  async function send(who: Person, path: string, fields: Record<string, string>): Promise<string> {
    const form = await of(who).get(`${record}/actions/approveLarge`);
    const hidden = form.status === 200 ? hiddenIn(form.text) : {};
    const answer = await of(who)
      .post(`${record}/${path}`)
      .type('form')
      .send({ ...hidden, ...fields });
    expect(answer.status).toBe(303);
    await daybook.settled();
    return (await page(who, answer.headers['location'])).querySelector('.db-notice')!.textContent;
  }
  const sign = (who: Person) =>
    send(who, 'actions/approveLarge', { _name: who.signInName, _password: PASSWORD });
  const refuse = (who: Person) =>
    send(who, 'actions/approveLarge/refuse', { commandId: uuid(), reason: 'Too many chairs' });
  const rowOf = async (who: Person) =>
    (await page(who, '/'))
      .querySelectorAll('.db-work-row')
      .find((row) => row.querySelector(`a[href="${record}"]`));
  const buttons = async (who: Person) =>
    (await rowOf(who))?.querySelectorAll('.db-work-actions .btn').map((button) => button.textContent.trim());

  it('when nobody has approved, then the one who asked reads that two approvals are needed', async () => {
    const line = '2 approvals are needed: waiting for Bea and one more person (Boss).';
    expect(await lineFor(cleo)).toBe(line);
    expect((await rowOf(cleo))!.textContent).toContain(line);
    expect((await page(bea)).querySelector('.db-round')!.textContent).toContain('Waits for you and Ben.');
  });

  it('when one has approved, then the notice says whose approval is missing, and the others read it, too', async () => {
    expect(await sign(bea)).toContain('Your approval is recorded, 1 of 2: Chairs. Waiting for Ben.');
    expect(await lineFor(bea)).toBe('1 of 2 approvals are given: waiting for Ben.');
    expect(await lineFor(cleo)).toBe('1 of 2 approvals are given: waiting for one person (Boss).');
  });

  it('when the last one signs, then the page says that they are the last, adds rows up, and folds what is empty', async () => {
    const lastApproval = async (who: Person) =>
      (await page(who, `${record}/actions/approveLarge`)).querySelector('.db-last-approval')?.textContent;
    expect(await lastApproval(ben)).toBeUndefined();
    await sign(bea);
    expect(await lastApproval(ben)).toBe('Yours is the last approval that is needed.');
    const form = await page(ben, `${record}/actions/approveLarge`);
    expect(form.querySelector('.db-round')!.textContent).toContain('Bea approved it');
    expect(form.querySelector('.db-sign tbody')!.textContent).toContain('63');
    const empty = form.querySelector('.db-sign details')!;
    expect([empty.querySelector('summary')!.textContent, empty.querySelector('dt')!.textContent]).toEqual([
      '1 empty field',
      'Note',
    ]);
  });

  it('when both have approved, then the notice names who can go on, and with what', async () => {
    await sign(bea);
    expect(await sign(ben)).toMatch(/^Approved: Chairs\. Next, Ines: Order\./);
    expect(await lineFor(bea)).toBe('Waiting for Ines');
  });

  describe('and one of them has refused', () => {
    let notice: string;
    beforeEach(async () => {
      notice = await refuse(ben);
    });

    it('then the notice and the line under the title say what that means and what is left', async () => {
      expect(notice).toContain('Your refusal is recorded. You can take it back.');
      expect(await lineFor(ben)).toBe(
        'You refused; “Approve by two” cannot be completed unless you take it back. Next: Reject',
      );
      const line = 'Ben refused; “Approve by two” cannot be completed unless they take it back. Next: Reject';
      expect([await lineFor(bea), await lineFor(cleo), await lineFor(ines)]).toEqual([line, line, line]);
      expect((await page(bea)).querySelector('.db-next-step a')?.getAttribute('href')).toMatch(
        /\/actions\/reject$/,
      );
      expect((await page(cleo)).querySelector('.db-next-step a')).toBeNull();
    });

    it('then it waits on Home for those who can end it or take the refusal back, and is told to the one who asked', async () => {
      expect(await buttons(bea)).toEqual(['Reject… Chairs']);
      expect(await buttons(ben)).toEqual(['Reject… Chairs', 'Take back Chairs']);
      expect(await rowOf(ines)).toBeUndefined();
      expect((await rowOf(cleo))!.textContent).toContain('Ben refused; “Approve by two” cannot be completed');
      const { body } = await of(ben).get('/api/-/waiting');
      const { items } = body as { items: { id: string; waitsFor: object[] }[] };
      expect(items.find(({ id }) => record.endsWith(id))!.waitsFor).toEqual([
        { action: 'reject' },
        { action: 'approveLarge', takesBack: true },
      ]);
    });

    it('when it is taken back on Home, then both are waited for again', async () => {
      const form = (await rowOf(ben))!.querySelector('form[action*="take-back"]')!;
      const answer = await of(ben)
        .post(form.getAttribute('action')!)
        .type('form')
        .send(hiddenIn(form.outerHTML));
      expect(answer.status).toBe(303);
      await daybook.settled();
      expect(await lineFor(ben)).toBe('Waiting for you. Next: Approve by two');
      expect(await buttons(bea)).toEqual(['Approve by two… Chairs']);
    });

    it('when it is rejected, then it waits for neither of them', async () => {
      await send(bea, 'actions/reject', { commandId: uuid(), reason: 'Too many chairs', seen: '2' });
      expect([await buttons(bea), await buttons(ben)]).toEqual([undefined, undefined]);
    });
  });

  it('when one may refuse, then the button says of what, and what follows from it', async () => {
    const form = (await page(bea)).querySelector('.db-round details')!;
    expect(form.querySelector('summary')!.textContent).toBe('Refuse to sign…');
    expect(form.querySelector('.form-hint')!.textContent).toBe(
      'You say no to “Approve by two”. The state stays “Waiting for approval”, and you can take it back. To change the state, choose: Reject.',
    );
  });
});
