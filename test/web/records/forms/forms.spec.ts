import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import { ChangeRecord } from '#domain/record/record-commands.js';
import {
  PEOPLE,
  decoded,
  hiddenIn,
  inputIn,
  startDaybook,
  system,
  type Browser,
  type Daybook,
} from '#test/web/daybook.js';
import { sampleCases } from '#test/property-runs.js';

const NAUGHTY = createRequire(import.meta.url)('big-list-of-naughty-strings') as readonly string[];
const NEW_ORDER = '/orders/orders/new';

const TYPED = {
  title: 'Paper',
  kind: 'Goods',
  'lines.0.item': 'A4',
  'lines.0.quantity': '2',
  'lines.0.price': '12.50',
  'lines.1.item': '',
  'lines.1.quantity': '',
  'lines.1.price': '',
  'lines.1.gift': '',
};

describe('forms', () => {
  let daybook: Daybook;
  let clerk: Browser;
  let boss: Browser;

  beforeAll(async () => {
    daybook = await startDaybook();
    [clerk, boss] = await Promise.all([daybook.as('clerk'), daybook.as('boss')]);
  });

  afterAll(async () => daybook.close());

  const post = async (browser: Browser, path: string, typed: Record<string, string>) =>
    browser.post(path).type('form').send(typed);

  const fresh = async (browser: Browser, path: string) => {
    const answer = await browser.get(path);
    expect(answer.status).toBe(200);
    return hiddenIn(answer.text);
  };

  /** Returns the new order's address. */
  const opened = async (typed: Record<string, string> = {}) => {
    const answer = await post(clerk, NEW_ORDER, { ...(await fresh(clerk, NEW_ORDER)), ...TYPED, ...typed });
    expect([answer.status, answer.text]).toEqual([303, '']);
    await daybook.settled();
    return answer.headers['location']!;
  };

  const eventsOf = async (path: string) =>
    (await daybook.installation.store.read(`orders.Order-${path.split('/').at(-1)}`)).events;

  describe('that open a record', () => {
    it('show every field that may be filled in, with its default and its help', async () => {
      const { text } = await clerk.get(NEW_ORDER);
      expect(text).toContain('New order');
      expect(text).toContain('What you need.');
      expect(text).toMatch(/<option value="Goods" selected=""/);
      expect(text).toContain('name="lines.0.item"');
      expect(text).toContain('name="secret"');
      expect(text).not.toContain('name="code"');
      expect(text).not.toContain('name="paidOn"');
      expect(text).not.toContain('name="amount"');
    });

    it('lead to the record, with what was typed as events', async () => {
      const path = await opened({ callAt: '2026-11-20T10:00', weight: '0.125', urgent: 'true' });
      const [event] = await eventsOf(path);
      expect(event).toMatchObject({
        type: 'record.opened',
        metadata: { actor: PEOPLE.clerk.id },
        data: {
          title: 'Paper',
          fields: {
            callAt: '2026-11-20T09:00:00.000Z',
            weight: 125,
            urgent: true,
            amount: 2500,
            owner: PEOPLE.clerk.id,
            lines: [{ item: 'A4', quantity: 2, price: 1250 }],
          },
        },
      });
    });

    it('sent twice open one record, and lead to it both times', async () => {
      const sent = { ...(await fresh(clerk, NEW_ORDER)), ...TYPED };
      const both = await Promise.all([post(clerk, NEW_ORDER, sent), post(clerk, NEW_ORDER, sent)]);
      const again = await post(clerk, NEW_ORDER, sent);
      const places = [...both, again].map(({ status, headers }) => [status, headers['location']]);
      expect(new Set(places.map(String)).size).toBe(1);
      expect(places[0]![0]).toBe(303);
      expect(await eventsOf(String(places[0]![1]))).toHaveLength(1);
    });

    it('come back with everything that was typed, and the errors at their fields', async () => {
      const hidden = await fresh(clerk, NEW_ORDER);
      const typed = {
        ...TYPED,
        title: '  ',
        weight: 'heavy',
        callAt: 'soon',
        notes: 'a\r\n<b>',
        'lines.0.price': 'x',
      };
      const answer = await post(clerk, NEW_ORDER, { ...hidden, ...typed });
      expect(answer.status).toBe(422);
      expect(hiddenIn(answer.text)).toMatchObject(hidden);
      for (const name of ['title', 'weight', 'callAt', 'lines.0.price', 'lines.0.item']) {
        expect(inputIn(answer.text, name)).toBe(typed[name as keyof typeof typed]);
      }
      expect(answer.text).toContain('a\n&lt;b&gt;</textarea>');
      expect(answer.text).toContain('id="f-weight-errors"');
      expect(answer.text).toContain('id="f-lines.0.price-errors"');
      expect(answer.text).toMatch(/href="\/orders\/specification#line-\d+"/);
      const mended = { ...hiddenIn(answer.text), ...TYPED };
      expect((await post(clerk, NEW_ORDER, mended)).status).toBe(303);
    });

    it('show more rows when asked, and lose nothing', async () => {
      const hidden = await fresh(clerk, NEW_ORDER);
      const answer = await post(clerk, NEW_ORDER, { ...hidden, ...TYPED, title: 'kept', _rows: 'add lines' });
      expect(answer.status).toBe(200);
      expect(inputIn(answer.text, 'title')).toBe('kept');
      expect(inputIn(answer.text, 'lines.0.price')).toBe('12.50');
      expect(answer.text).toContain('name="lines.5.item"');
      expect(hiddenIn(answer.text)).toMatchObject(hidden);
    });

    it('show no more rows than a table may have and a few, however many were posted', async () => {
      const hidden = await fresh(clerk, NEW_ORDER);
      const posted = Array.from({ length: 900 }, (_, row) => [`lines.${row}.item`, `A${row}`]);
      const rows = Object.fromEntries(posted) as Record<string, string>;
      for (const _rows of ['add lines', '']) {
        const answer = await post(clerk, NEW_ORDER, { ...hidden, title: 'kept', ...rows, _rows });
        expect(answer.text).toContain('name="lines.199.item"');
        expect(answer.text).not.toContain('name="lines.230.item"');
      }
    });

    it.each([
      ['a computed field', { amount: '1' }, 422, 'computed'],
      ['a field nobody declared', { admin: 'true' }, 422, 'There is no field “admin”'],
      ['the state', { state: 'approved' }, 422, 'There is no field “state”'],
      ['a field for others only', { code: 'X1' }, 403, 'You may not change Code'],
      ['a prototype', { __proto__x: '1' }, 422, 'There is no field'],
      ['a shop that is none', { shop: uuid() }, 422, 'points to no'],
      ['a person who is none', { owner: uuid() }, 422, 'this person cannot be chosen'],
    ])('refuse a forged post of %s', async (_what, forged, status, words) => {
      const before = await daybook.installation.store.head();
      const hidden = await fresh(clerk, NEW_ORDER);
      const answer = await post(clerk, NEW_ORDER, { ...hidden, ...TYPED, ...forged });
      expect(answer.status).toBe(status);
      expect(decoded(answer.text)).toContain(words);
      expect(await daybook.installation.store.head()).toBe(before);
    });

    it('refuse a forged id', async () => {
      for (const _id of ['x', '../../people', '01900000-0000-7000-8000-00000000C1E4', `${uuid()}x`]) {
        const answer = await post(clerk, NEW_ORDER, { ...(await fresh(clerk, NEW_ORDER)), ...TYPED, _id });
        expect(answer.status).toBe(400);
      }
    });

    it('do not open over a record that is there', async () => {
      const path = await opened();
      const hidden = { ...(await fresh(clerk, NEW_ORDER)), _id: path.split('/').at(-1)! };
      const answer = await post(clerk, NEW_ORDER, { ...hidden, ...TYPED, title: 'Another' });
      expect(answer.status).toBe(409);
      expect(await eventsOf(path)).toHaveLength(1);
    });

    it('are shown and taken only where a role may open', async () => {
      const asked = await boss.get(NEW_ORDER);
      expect(asked.status).toBe(403);
      expect(asked.text).toContain('Allowed for: Clerk.');
      expect((await post(boss, NEW_ORDER, { ...(await fresh(clerk, NEW_ORDER)), ...TYPED })).status).toBe(
        403,
      );
    });

    it('ask whoever is not signed in to sign in first', async () => {
      const nobody = daybook.browser();
      expect((await nobody.get(NEW_ORDER)).status).toBe(303);
      const answer = await post(nobody, NEW_ORDER, TYPED);
      expect(answer.status).toBe(401);
    });

    it('keep naughty strings as they are, and show them harmlessly', async () => {
      const storable = NAUGHTY.filter((text) => !text.includes('\0') && text.isWellFormed());
      expect(storable.length).toBeGreaterThan(400);
      const each = sampleCases(storable).map((notes) => ({
        notes: notes.replaceAll('\r\n', '\n'),
        id: uuid(),
      }));
      for (const { notes, id } of each) {
        const answer = await post(clerk, NEW_ORDER, { ...TYPED, _command: uuid(), _id: id, notes });
        expect(answer.status).toBe(303);
      }
      await daybook.settled();
      for (const { notes, id } of each) {
        const [event] = await eventsOf(id);
        expect((event!.data as { fields: { notes?: string } }).fields.notes ?? '').toBe(notes);
        const { text } = await clerk.get(`/orders/orders/${id}/edit`);
        const shown = /<textarea[^>]*name="notes"[^>]*>([\s\S]*?)<\/textarea>/.exec(text)![1]!;
        expect(decoded(shown).replace(/^\n/, '')).toBe(notes.replace(/^\n/, ''));
      }
    }, 120_000);
  });

  describe('that change a record', () => {
    it('show what it is now and save what was changed', async () => {
      const path = await opened({ callAt: '2026-11-20T10:00', weight: '1.5' });
      const { text } = await clerk.get(`${path}/edit`);
      expect(inputIn(text, 'title')).toBe('Paper');
      expect(inputIn(text, 'weight')).toBe('1.500');
      expect(inputIn(text, 'callAt')).toBe('2026-11-20T10:00');
      expect(inputIn(text, 'lines.0.price')).toBe('12.50');
      const answer = await post(clerk, `${path}/edit`, { ...hiddenIn(text), title: 'More paper' });
      expect([answer.status, answer.headers['location']]).toEqual([303, path]);
      const [, change] = await eventsOf(path);
      expect(change).toMatchObject({
        type: 'record.changed',
        data: { title: 'More paper', changes: { title: { from: 'Paper', to: 'More paper' } } },
      });
    });

    it('write nothing where nothing was changed', async () => {
      const path = await opened({
        callAt: '2026-11-20T10:00',
        weight: '1.5',
        notes: 'a\r\nb',
        urgent: 'true',
      });
      const { text } = await clerk.get(`${path}/edit`);
      const names = [
        'title',
        'weight',
        'callAt',
        'lines.0.item',
        'lines.0.quantity',
        'lines.0.price',
        'neededBy',
      ];
      const same = Object.fromEntries(names.map((name) => [name, inputIn(text, name)!]));
      const answer = await post(clerk, `${path}/edit`, {
        ...hiddenIn(text),
        ...same,
        notes: 'a\r\nb',
        urgent: 'true',
      });
      expect(answer.status).toBe(303);
      expect(await eventsOf(path)).toHaveLength(1);
    });

    it('let a field be written by those who may not read it, and keep it where they leave it empty', async () => {
      const path = await opened({ secret: 'sesame' });
      const { text } = await clerk.get(`${path}/edit`);
      expect(text).not.toContain('sesame');
      expect((await post(clerk, `${path}/edit`, { ...hiddenIn(text), title: 'x', secret: '' })).status).toBe(
        303,
      );
      const events = await eventsOf(path);
      expect(Object.keys((events[1]!.data as { changes: object }).changes)).toEqual(['title']);
      expect((await boss.get(`${path}/edit`)).text).toContain('sesame');
    });

    it('merge changes of different fields', async () => {
      const path = await opened();
      const hidden = await fresh(clerk, `${path}/edit`);
      const theirs = await fresh(boss, `${path}/edit`);
      expect((await post(boss, `${path}/edit`, { ...theirs, notes: 'theirs' })).status).toBe(303);
      expect((await post(clerk, `${path}/edit`, { ...hidden, title: 'mine' })).status).toBe(303);
      await daybook.settled();
      const { text } = await clerk.get(`${path}/edit`);
      expect(inputIn(text, 'title')).toBe('mine');
      expect(text).toContain('theirs</textarea>');
    });

    it('show both values where two people changed the same, and save the one that is chosen', async () => {
      for (const [whose, title] of [
        ['theirs', 'Their title'],
        ['yours', 'My title'],
      ] as const) {
        const path = await opened();
        const hidden = await fresh(clerk, `${path}/edit`);
        await post(boss, `${path}/edit`, { ...(await fresh(boss, `${path}/edit`)), title: 'Their title' });
        const mine = { title: 'My title', notes: 'and a note' };
        const conflict = await post(clerk, `${path}/edit`, { ...hidden, ...mine });
        expect(conflict.status).toBe(409);
        for (const words of [
          'Paper',
          'Their title',
          'My title',
          'Bea Boss',
          'name="choose.title"',
          'and a note',
        ])
          expect(conflict.text).toContain(words);
        const undecided = await post(clerk, `${path}/edit`, { ...hiddenIn(conflict.text), ...mine });
        expect(undecided.status).toBe(409);
        const chosen = { ...hiddenIn(undecided.text), ...mine, 'choose.title': whose };
        expect((await post(clerk, `${path}/edit`, chosen)).status).toBe(303);
        await daybook.settled();
        const { text } = await clerk.get(`${path}/edit`);
        expect(inputIn(text, 'title')).toBe(title);
        expect(text).toContain('and a note</textarea>');
      }
    });

    it('show of long values the part in which they differ, and save all of the one that is chosen', async () => {
      const path = await opened();
      const long = 'x'.repeat(4_000);
      const notes = (end: string) => `${long} ${end} ${'y'.repeat(900)}`;
      await post(boss, `${path}/edit`, { ...(await fresh(boss, `${path}/edit`)), notes: notes('before') });
      await daybook.settled();
      const hidden = await fresh(clerk, `${path}/edit`);
      await post(boss, `${path}/edit`, { ...(await fresh(boss, `${path}/edit`)), notes: notes('theirs') });
      const mine = { notes: notes('mine') };
      const conflict = await post(clerk, `${path}/edit`, { ...hidden, ...mine });
      expect(conflict.status).toBe(409);
      const [shown] = /<fieldset class="db-conflict"[^]*?<\/fieldset>/.exec(conflict.text)!;
      for (const word of ['before', 'theirs', 'mine']) expect(shown).toContain(word);
      expect(shown.length).toBeLessThan(4_000);
      expect(shown).toContain(`href="${path}"`);
      const chosen = { ...hiddenIn(conflict.text), ...mine, 'choose.notes': 'yours' };
      expect((await post(clerk, `${path}/edit`, chosen)).status).toBe(303);
      await daybook.settled();
      expect((await clerk.get(`${path}/edit`)).text).toContain(mine.notes);
    });

    it('show of large tables the rows in which they differ', async () => {
      const path = await opened();
      const version = async () =>
        Number(
          /"(\d+)"/.exec(
            (await clerk.get(`/api/orders/Order/${path.split('/').at(-1)}`)).headers['etag'] as string,
          )![1],
        );
      const rows = (last: string) =>
        [...Array.from({ length: 12 }, (_, index) => `row ${index}`), last, 'end'].map((item) => ({
          item,
          quantity: 1,
          price: '1.00',
        }));
      const api = `/api/orders/Order/${path.split('/').at(-1)}`;
      await boss
        .patch(api)
        .set('If-Match', `"${await version()}"`)
        .send({ fields: { lines: rows('before') } })
        .expect(200);
      await daybook.settled();
      const hidden = await fresh(clerk, `${path}/edit`);
      const form = (last: string) =>
        Object.fromEntries(
          rows(last).flatMap(({ item }, index) => [
            [`lines.${index}.item`, item],
            [`lines.${index}.quantity`, '1'],
            [`lines.${index}.price`, '1.00'],
          ]),
        );
      await post(boss, `${path}/edit`, { ...(await fresh(boss, `${path}/edit`)), ...form('theirs') });
      const conflict = await post(clerk, `${path}/edit`, { ...hidden, ...form('mine') });
      expect(conflict.status).toBe(409);
      const [shown] = /<fieldset class="db-conflict"[^]*?<\/fieldset>/.exec(conflict.text)!;
      for (const word of ['before', 'theirs', 'mine', '12 more rows']) expect(shown).toContain(word);
      expect(shown).not.toContain('row 3');
    });

    it('ask again where somebody changes it once more while one chooses', async () => {
      const path = await opened();
      const hidden = await fresh(clerk, `${path}/edit`);
      const change = async (title: string) => {
        await daybook.settled();
        await post(boss, `${path}/edit`, { ...(await fresh(boss, `${path}/edit`)), title });
      };
      await change('first');
      const conflict = await post(clerk, `${path}/edit`, { ...hidden, title: 'mine' });
      await change('second');
      const chosen = { ...hiddenIn(conflict.text), title: 'mine', 'choose.title': 'yours' };
      const again = await post(clerk, `${path}/edit`, chosen);
      expect(again.status).toBe(409);
      expect(again.text).toContain('second');
    });

    it('are refused where the version seen is missing, no number, or still to come', async () => {
      const path = await opened();
      const { _seen: _, ...hidden } = await fresh(clerk, `${path}/edit`);
      expect((await post(clerk, `${path}/edit`, { ...hidden, title: 'x' })).status).toBe(428);
      expect((await post(clerk, `${path}/edit`, { ...hidden, _seen: '1; drop', title: 'x' })).status).toBe(
        400,
      );
      expect((await post(clerk, `${path}/edit`, { ...hidden, _seen: '99', title: 'x' })).status).toBe(400);
      expect(await eventsOf(path)).toHaveLength(1);
    });

    it('of records that are not there say so', async () => {
      for (const id of [uuid(), 'x', '%2e%2e']) {
        expect((await clerk.get(`/orders/orders/${id}/edit`)).status).toBe(404);
        expect((await post(clerk, `/orders/orders/${id}/edit`, { commandId: 'x', seen: '1' })).status).toBe(
          404,
        );
      }
    });
  });

  describe('of actions', () => {
    const act = async (browser: Browser, path: string, action: string, more: Record<string, string> = {}) => {
      const version = (await eventsOf(path)).length;
      const answer = await post(browser, `${path}/actions/${action}`, {
        commandId: uuid(),
        seen: String(version),
        ...more,
      });
      await daybook.settled();
      return answer;
    };

    it('that ask nothing are taken from the record’s own page', async () => {
      const path = await opened();
      const answer = await act(clerk, path, 'send');
      expect([answer.status, answer.headers['location']]).toEqual([303, `${path}?after=send`]);
      expect((await eventsOf(path)).at(-1)).toMatchObject({
        type: 'record.action-taken',
        data: { to: 'sent' },
      });
    });

    it('say why not, with the line of the specification that says so', async () => {
      const path = await opened();
      await act(clerk, path, 'send');
      const answer = await act(clerk, path, 'approve');
      expect(answer.status).toBe(403);
      expect(answer.text).toContain('You may not do “Approve”');
      expect(answer.text).toMatch(/specification §4, line \d+/);
      expect((await clerk.get(`${path}/actions/approve`)).status).toBe(403);
    });

    it('hold to the rules of the state they lead to', async () => {
      const path = await opened({ 'lines.0.price': '0' });
      const answer = await act(clerk, path, 'send');
      expect(answer.status).toBe(422);
      expect(answer.text).toContain('costs nothing yet.');
      expect(answer.text).toContain('Rule R1');
    });

    it('ask for a reason where one is needed; white space is none', async () => {
      const path = await opened();
      await act(clerk, path, 'send');
      const { text } = await boss.get(`${path}/actions/reject`);
      expect(text).toContain('name="reason"');
      const refused = await post(boss, `${path}/actions/reject`, { ...hiddenIn(text), reason: ' \n\t ' });
      const long = await post(boss, `${path}/actions/reject`, {
        ...hiddenIn(text),
        reason: 'x'.repeat(1001),
      });
      for (const answer of [refused, long]) {
        expect(answer.status).toBe(422);
        expect(answer.text).toContain('One thing to fix before saving');
        expect(answer.text).toMatch(/<a href="#f-reason">/);
        expect(answer.text).toMatch(/<textarea[^>]* name="reason"[^>]* aria-invalid="true"/);
      }
      expect(refused.text).toContain('Enter a reason');
      expect(long.text).toContain('The reason is longer than 1,000 characters.');
      const answer = await post(boss, `${path}/actions/reject`, {
        ...hiddenIn(refused.text),
        reason: 'too much',
      });
      expect(answer.status).toBe(303);
      expect((await eventsOf(path)).at(-1)!.metadata.reason).toBe('too much');
    });

    it('ask for fields, and take no others', async () => {
      const path = await opened();
      await act(clerk, path, 'send');
      await act(boss, path, 'approve');
      const hidden = hiddenIn((await boss.get(`${path}/actions/pay`)).text);
      const forged = await post(boss, `${path}/actions/pay`, {
        ...hidden,
        paidOn: '2026-11-20',
        title: 'forged',
      });
      expect(forged.status).toBe(400);
      const paid = await post(boss, `${path}/actions/pay`, { ...hidden, paidOn: '2026-11-20' });
      expect(paid.status).toBe(303);
      expect((await eventsOf(path)).at(-1)!.data).toMatchObject({
        changes: { paidOn: { to: '2026-11-20' } },
      });
    });

    it('are not taken on what nobody has seen: what changed is shown, and then they are', async () => {
      const path = await opened();
      await act(clerk, path, 'send');
      const version = (await eventsOf(path)).length;
      const change = {
        application: 'orders',
        entity: 'Order',
        id: path.split('/').at(-1)!,
        baseVersion: version,
      };
      await daybook.send(new ChangeRecord({ ...change, input: { notes: 'and a yacht' }, context: system() }));
      await daybook.settled();
      const answer = await post(boss, `${path}/actions/approve`, {
        commandId: uuid(),
        seen: String(version),
      });
      expect(answer.status).toBe(409);
      expect(answer.text).toContain('and a yacht');
      const again = await post(boss, `${path}/actions/approve`, hiddenIn(answer.text));
      expect(again.status).toBe(303);
      expect((await eventsOf(path)).at(-1)!.data).toMatchObject({ to: 'approved' });
    });

    it('that do not exist are not there', async () => {
      const path = await opened();
      for (const action of ['fly', '__proto__', 'constructor', 'send/'])
        expect((await act(clerk, path, action)).status).toBe(404);
    });
  });

  describe('on the record’s own page', () => {
    it('add a comment, once', async () => {
      const path = await opened();
      const said = { commandId: uuid(), text: 'Well\r\ndone' };
      expect((await post(clerk, `${path}/comment`, said)).status).toBe(303);
      expect((await post(clerk, `${path}/comment`, said)).status).toBe(303);
      expect((await eventsOf(path)).slice(1)).toMatchObject([
        { type: 'record.commented', data: { text: 'Well\ndone' } },
      ]);
    });

    it('say what is wrong with a comment, and keep it', async () => {
      const path = await opened();
      const empty = await post(clerk, `${path}/comment`, { commandId: uuid(), text: ' ' });
      expect([empty.status, empty.text.includes('The comment is empty.')]).toEqual([422, true]);
      const long = 'x'.repeat(200_000);
      const answer = await post(clerk, `${path}/comment`, { commandId: uuid(), text: long });
      expect([answer.status, answer.text.includes(long)]).toEqual([422, true]);
    });

    it('assign, and take back', async () => {
      const path = await opened();
      const assign = async (to: string, seen: string) =>
        post(clerk, `${path}/assign`, { commandId: uuid(), seen, to });
      expect((await assign(PEOPLE.boss.id, '1')).status).toBe(303);
      expect((await assign('', '2')).status).toBe(303);
      expect((await eventsOf(path)).slice(1).map(({ data }) => data)).toEqual([
        { from: null, to: PEOPLE.boss.id },
        { from: PEOPLE.boss.id, to: null },
      ]);
      expect((await assign(uuid(), '3')).status).toBe(422);
    });
  });
});
