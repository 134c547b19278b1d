import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { parse } from 'node-html-parser';
import { documentOf } from '#test/specification/documents.js';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { hiddenIn, decoded } from '../../daybook.js';
import { readingApp, type ReadingApp } from '../../reading/reading-app.js';

const DOCUMENT = documentOf({
  1: 'name: Shop\nkey: shop',
  2: 'screens:\n  /claims: { list: Claim, columns: [title, kind, state], filters: [kind] }',
  3: `entities:
  Claim:
    title: '{title}'
    fields:
      title: { type: text }
      kind: { type: text }
      amount: { type: integer, required: true }
      proof: { type: table, fields: { page: { type: text } } }`,
  4: `lifecycles:
  Claim:
    states: { draft: { title: Draft }, paid: { title: Paid }, gone: { title: Gone, final: true } }
    actions:
      pay: { from: draft, to: paid, by: [boss], title: Pay, ask: [amount], reason: required }
      refund: { from: paid, to: draft, title: Refund }
      prove: { from: draft, ask: [proof] }
      drop: { from: draft, to: gone, sign: I drop this }`,
  5: `rules:
  R1: { on: Claim, in: [paid], check: "record.kind != 'odd'", error: ODD, fields: [kind] }`,
  6: `roles: { staff: { title: Staff, everyone: true }, boss: { title: Boss } }
permissions:
  Claim:
    read: { staff: "record.kind != 'secret'", boss: true }
    assign: [boss]`,
  8: 'errors:\n  ODD: { message: Odd claims are not paid. }',
});

/** In the CSV, after the id. */
const TITLE_COLUMN = 1;

let daybook: ReadingApp;
let boss: SignedInPerson;
let staff: SignedInPerson;
let plain: string;
let other: string;
let odd: string;
let secret: string;

const page = async (who: SignedInPerson, path: string) => parse((await daybook.get(who, path)).text);
const claim = (title: string, kind = 'plain', amount = '5') =>
  daybook.open(boss, 'Claim', { title, kind, amount });
const selection = (what: string, ...ids: readonly string[]) =>
  `/shop/claims/selection/${what}?${ids.map((id) => `by-record=${id}`).join('&')}`;
const confirmed = async (who: SignedInPerson, what: string, ...ids: readonly string[]) =>
  hiddenIn((await daybook.get(who, selection(what, ...ids))).text);
const post = (who: SignedInPerson, what: string, form: Readonly<Record<string, string>>) =>
  daybook.post(who, `/shop/claims/selection/${what}`, form);
const stateOf = async (id: string) =>
  (await page(boss, `/shop/claims?by-record=${id}`)).querySelector('tbody tr')?.querySelectorAll('td').at(-2)
    ?.textContent;
const versionOf = async (id: string) =>
  ((await daybook.get(boss, `/api/shop/Claim/${id}`).expect(200)).body as { readonly version: number })
    .version;

beforeAll(async () => {
  daybook = await readingApp();
  await daybook.publish(DOCUMENT);
  boss = await daybook.person('Bea', 'boss');
  staff = await daybook.person('Sam');
});
beforeEach(async () => {
  plain = await claim('Chairs');
  other = await claim('Tables', 'plain', '7');
  odd = await claim('Unicorn', 'odd');
  secret = await claim('Secret', 'secret');
});
afterAll(() => daybook.close());

describe('a list', () => {
  it('offers what can be done to some record on it, and a box for each', async () => {
    const shown = await page(boss, `/shop/claims?by-record=${plain}&by-record=${odd}`);
    expect(shown.querySelectorAll('.db-selection button').map((each) => each.textContent)).toEqual([
      'Pay',
      'Drop',
      'Assign',
      'CSV',
    ]);
    expect(
      shown
        .querySelectorAll('tbody input[name=by-record]')
        .map((box) => box.getAttribute('value'))
        .sort(),
    ).toEqual([plain, odd].sort());
  });

  it('offers no action and no assignment that the person has no role for', async () => {
    const shown = await page(staff, `/shop/claims?by-record=${plain}`);
    expect(shown.querySelectorAll('.db-selection button').map((each) => each.textContent)).toEqual([
      'Drop',
      'CSV',
    ]);
  });

  it('answers with the selected records as CSV, without those the person may not read', async () => {
    const query = [plain, secret].map((id) => `by-record=${id}`).join('&');
    const titles = async (who: SignedInPerson) =>
      (await daybook.get(who, `/shop/claims.csv?${query}`)).text
        .split('\r\n')
        .slice(1, -1)
        .map((line) => line.split(',')[TITLE_COLUMN])
        .sort();
    expect(await titles(boss)).toEqual(['Chairs', 'Secret']);
    expect(await titles(staff)).toEqual(['Chairs']);
  });
});

describe('the form of an action on several records', () => {
  it('shows the records, leaves out what cannot be done with why, and asks once', async () => {
    const paid = await claim('Lamp');
    await daybook.act(boss, 'Claim', paid, 'pay', { reason: 'due' });
    const shown = await page(boss, selection('actions/pay', plain, other, paid));
    expect(shown.querySelector('h1')?.textContent).toBe('Pay: 2 records');
    expect(shown.querySelectorAll('.db-list tbody th').map((cell) => cell.textContent)).toEqual([
      'Chairs',
      'Tables',
    ]);
    expect(shown.querySelector('.db-left-out')?.textContent).toContain('Lamp');
    expect(shown.querySelectorAll('input[name=amount]').map((input) => input.getAttribute('value'))).toEqual([
      '',
    ]);
    expect(shown.querySelectorAll('textarea[name=reason]')).toHaveLength(1);
  });

  it('says nothing of a record that the person may not read, but that there is none', async () => {
    const text = async (id: string) => (await daybook.get(staff, selection('actions/drop', plain, id))).text;
    const [unread, unknown] = [await text(secret), await text('01900000-0000-7000-8000-000000000001')];
    expect(unread).not.toContain('Secret');
    expect(parse(unknown).querySelector('.db-left-out a')?.textContent).toBe('Claim');
    expect(parse(unread).querySelector('.db-left-out a')?.textContent).toBe('Claim');
  });

  it('refuses more than 50 records at once', async () => {
    const many = Array.from({ length: 51 }, (_, index) => `01900000-0000-7000-8000-0000000001${10 + index}`);
    const answer = await daybook.get(boss, selection('actions/pay', ...many));
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('At most 50 records');
  });

  it('says that nothing is selected', async () => {
    expect((await page(boss, selection('actions/pay'))).querySelector('h1')?.textContent).toBe(
      'Nothing is selected',
    );
  });
});

describe('an action on several records', () => {
  it('is taken on each by a command of its own, and lists what was refused with why', async () => {
    const hidden = await confirmed(boss, 'actions/pay', plain, other, odd);
    const answer = await post(boss, 'actions/pay', { ...hidden, amount: '', reason: 'due' });
    const shown = parse(answer.text);
    expect(answer.status).toBe(207);
    expect(
      shown.querySelectorAll('tbody tr').map((row) =>
        row
          .querySelectorAll('th, td')
          .slice(0, 2)
          .map((cell) => cell.textContent),
      ),
    ).toEqual([
      ['Chairs', 'Paid'],
      ['Tables', 'Paid'],
    ]);
    expect(shown.querySelector('.db-refused-records')?.textContent).toContain('Unicorn');
    expect(shown.querySelector('.db-refused-records')?.textContent).toContain('Odd claims are not paid.');
    expect([await stateOf(plain), await stateOf(odd)]).toEqual(['Paid', 'Draft']);
  });

  it('happens once, however often the form is sent', async () => {
    const hidden = await confirmed(boss, 'actions/pay', plain, other);
    const form = { ...hidden, amount: '', reason: 'due' };
    await post(boss, 'actions/pay', form);
    await daybook.act(boss, 'Claim', plain, 'refund');
    const again = await post(boss, 'actions/pay', form);
    expect(again.status).toBe(200);
    expect([await stateOf(plain), await stateOf(other)]).toEqual(['Draft', 'Paid']);
  });

  it('happens once where the form is sent twice at the same time', async () => {
    const hidden = await confirmed(boss, 'actions/prove', plain, other);
    const form = { ...hidden, 'proof.0.page': '1' };
    const answers = await Promise.all([post(boss, 'actions/prove', form), post(boss, 'actions/prove', form)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect([await versionOf(plain), await versionOf(other)]).toEqual([2, 2]);
  });

  it('answers a form that is sent again as at first, also where it was refused for some', async () => {
    const hidden = await confirmed(boss, 'actions/pay', plain, odd);
    const form = { ...hidden, amount: '5', reason: 'due' };
    const answers = [await post(boss, 'actions/pay', form), await post(boss, 'actions/pay', form)];
    const shown = answers.map(({ status, text }) => [
      status,
      parse(text).querySelector('h1')?.textContent,
      parse(text).querySelector('.db-refused-records')?.textContent,
    ]);
    expect(shown[1]).toEqual(shown[0]);
    expect(shown[0]![0]).toBe(207);
    expect([await versionOf(plain), await versionOf(odd)]).toEqual([2, 1]);
  });

  it('is refused with a reason for the records it was taken on where the form is sent again with other input', async () => {
    const hidden = await confirmed(boss, 'actions/pay', plain, odd);
    await post(boss, 'actions/pay', { ...hidden, amount: '5', reason: 'due' });
    const again = await post(boss, 'actions/pay', { ...hidden, amount: '9', reason: 'due' });
    expect(again.status).toBe(422);
    expect(await versionOf(plain)).toBe(2);
  });

  it('writes what was filled in into all of them', async () => {
    const hidden = await confirmed(boss, 'actions/pay', plain, other);
    await post(boss, 'actions/pay', { ...hidden, amount: '12', reason: 'due' });
    for (const id of [plain, other])
      expect((await page(boss, `/shop/claims/${id}`)).querySelector('.db-fields')?.textContent).toContain(
        '12',
      );
  });

  it('shows the form again where it was refused for all of them', async () => {
    const hidden = await confirmed(boss, 'actions/pay', plain, other);
    const answer = await post(boss, 'actions/pay', { ...hidden, amount: '12', reason: '' });
    expect(answer.status).toBe(422);
    const shown = parse(answer.text);
    expect(shown.querySelector('input[name=amount]')?.getAttribute('value')).toBe('12');
    expect(shown.querySelector('textarea[name=reason]')?.getAttribute('aria-invalid')).toBe('true');
    expect(await stateOf(plain)).toBe('Draft');
  });

  it('is refused for a record that was changed by somebody else meanwhile', async () => {
    const hidden = await confirmed(boss, 'actions/pay', plain, other);
    await daybook.act(boss, 'Claim', plain, 'pay', { reason: 'first' });
    const answer = await post(boss, 'actions/pay', { ...hidden, amount: '', reason: 'due' });
    expect(answer.status).toBe(207);
    expect(parse(answer.text).querySelector('.db-refused-records')?.textContent).toContain('Chairs');
  });

  it('is refused for records that the person may not read', async () => {
    const [id] = Object.keys(await confirmed(boss, 'actions/drop', secret)).filter((name) =>
      name.startsWith('_record.'),
    );
    const answer = await post(staff, 'actions/drop', { _command: 'one-command', [id!]: '1' });
    expect(answer.text).not.toContain('Secret');
    expect(await stateOf(secret)).toBe('Draft');
  });
});

describe('an action that is signed', () => {
  it('shows each record in full, and is not taken without the password', async () => {
    const text = (await daybook.get(boss, selection('actions/drop', plain, other))).text;
    expect(
      parse(text)
        .querySelectorAll('.db-sign details.db-sign-record > summary')
        .map((each) => each.textContent),
    ).toEqual(['Chairs', 'Tables']);
    const answer = await post(boss, 'actions/drop', { ...hiddenIn(text), _name: 'bea', _password: 'wrong' });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(await stateOf(plain)).toBe('Draft');
  });
});

describe('an action that an example person signs', () => {
  it('is signed once for all of them, each as it was shown', async () => {
    const demo = { ...boss, demo: true };
    const hidden = await confirmed(demo, 'actions/drop', plain, other);
    const digests = Object.values(hidden).filter((value) => /^1 [0-9a-f]{64}$/.test(value));
    expect(new Set(digests).size).toBe(2);
    expect((await post(demo, 'actions/drop', hidden)).status).toBe(200);
    expect([await stateOf(plain), await stateOf(other)]).toEqual(['Gone', 'Gone']);
  });

  it('is refused for a record that was not shown as it is', async () => {
    const demo = { ...boss, demo: true };
    const hidden = await confirmed(demo, 'actions/drop', plain, other);
    const answer = await post(demo, 'actions/drop', {
      ...hidden,
      [`_record.${plain}`]: `1 ${'f'.repeat(64)}`,
    });
    expect(answer.status).toBe(207);
    expect([await stateOf(plain), await stateOf(other)]).toEqual(['Draft', 'Gone']);
  });
});

describe('assigning several records', () => {
  it('assigns each of them, and needs the right to', async () => {
    const hidden = await confirmed(boss, 'assign', plain, other);
    const answer = await post(boss, 'assign', { ...hidden, to: staff.id });
    expect(answer.status).toBe(200);
    for (const id of [plain, other])
      expect(decoded((await daybook.get(boss, `/shop/claims/${id}`)).text)).toContain('Sam');
    expect((await page(staff, selection('assign', plain))).querySelector('h1')?.textContent).toBe(
      'Assign: not possible for any of them',
    );
  });

  it('happens once, however often the form is sent', async () => {
    const form = { ...(await confirmed(boss, 'assign', plain, other)), to: staff.id };
    await Promise.all([post(boss, 'assign', form), post(boss, 'assign', form)]);
    await daybook.assign(boss, 'Claim', plain, boss.id);
    const again = await post(boss, 'assign', form);
    expect(again.status).toBe(200);
    expect([await versionOf(plain), await versionOf(other)]).toEqual([3, 2]);
  });
});
