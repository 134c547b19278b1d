// Constants that somebody changes from a page: who, from which day on, why; and what it means for what was decided before.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { findDryRunDifferences } from '../projections/dry-run-differences.js';
import { system } from '../web/daybook.js';
import { API, changing, document, PAGE, PEOPLE, type Changing } from './changing.js';

interface Listed {
  readonly constants: readonly {
    readonly name: string;
    readonly value?: string;
    readonly later: readonly object[];
  }[];
  readonly changes: readonly object[];
}

describe('constants that change without a new version', () => {
  let here: Changing;
  beforeAll(async () => {
    here = await changing();
  });
  afterAll(() => here.close());

  const listed = async () => (await here.get(API)) as unknown as Listed;
  const named = async (name: string) => (await listed()).constants.find((each) => each.name === name)!;
  const events = async () => (await here.daybook.installation.store.read('specification-claims')).events;
  const codes = ({ body }: { readonly body: unknown }) =>
    ((body as { errors?: readonly { code: string }[] }).errors ?? []).map(({ code }) => code);
  const TOMORROW = { from: '2026-11-21', reason: 'Decided by the board' };
  const limit = (value: string) => ({ values: [{ constant: 'limit', value }] });

  it('are shown with what holds, to everybody; the form is for who may change some of them', async () => {
    const cleo = await (await here.browser('cleo')).get(PAGE);
    expect(cleo.text).toContain('€100');
    expect(cleo.text).toContain('Amount is more than €100 (Limit)');
    expect(cleo.text).not.toContain('From which day on');
    const fay = await (await here.browser('fay')).get(PAGE);
    expect(fay.text).toContain('From which day on');
    expect(fay.text).toContain('name="value-perDiem-0"');
    expect(fay.text).not.toContain('name="value-fixed');
    expect(fay.text).not.toContain('name="value-level');
    expect((await (await here.browser('fay')).get('/claims/specification')).text).toContain(`href="${PAGE}"`);
  });

  it('are changed by who has the right, and by nobody else', async () => {
    const cleo = await here.browser('cleo');
    expect((await here.post(cleo, { 'value-limit-0': '900 EUR', ...TOMORROW })).status).toBe(403);
    expect(codes(await here.change('cleo', { ...limit('900 EUR'), ...TOMORROW }))).toEqual(['NOT_PERMITTED']);
    for (const constant of ['fixed', 'level', 'unknown', 'constructor']) {
      const refused = await here.change('fay', { values: [{ constant, value: '1' }], ...TOMORROW });
      expect(codes(refused)).toEqual(['NOT_PERMITTED']);
    }
    expect(await events()).toHaveLength(1);
  });

  it.each([
    ['another currency', { ...limit('900 USD'), ...TOMORROW }, 'WRONG_TYPE'],
    ['no amount', { ...limit('a lot'), ...TOMORROW }, 'WRONG_TYPE'],
    ['nothing', { ...limit('  '), ...TOMORROW }, 'WRONG_TYPE'],
    ['a day that is over', { ...limit('900 EUR'), from: '2026-11-19', reason: 'x' }, 'CONSTANT_FROM'],
    ['no day', { ...limit('900 EUR'), from: '2026-02-30', reason: 'x' }, 'CONSTANT_FROM'],
    ['no reason', { ...limit('900 EUR'), from: '2026-11-21' }, 'REASON_REQUIRED'],
    ['no key', { values: [{ constant: 'perDiem', value: '9 EUR' }], ...TOMORROW }, 'NO_SUCH_KEY'],
    [
      'an unknown key',
      { values: [{ constant: 'perDiem', key: 'UK', value: '9 EUR' }], ...TOMORROW },
      'NO_SUCH_KEY',
    ],
    [
      'a key of what has none',
      { values: [{ constant: 'limit', key: 'DE', value: '9 EUR' }], ...TOMORROW },
      'NO_SUCH_KEY',
    ],
    [
      'two values at once',
      { values: [...limit('9 EUR').values, ...limit('10 EUR').values], ...TOMORROW },
      'BAD_REQUEST',
    ],
  ])('are held to what a document may say: %s is refused', async (_, body, code) => {
    expect(codes(await here.change('fay', body))).toEqual([code]);
    expect(await events()).toHaveLength(1);
  });

  it('what was typed comes back with what is wrong', async () => {
    const answer = await here.post(await here.browser('fay'), {
      'value-limit-0': 'a lot',
      from: '2026-11-01',
      reason: '',
    });
    expect(answer.status).toBe(422);
    expect(answer.text).toContain('value="a lot"');
    expect(answer.text).toContain('value="2026-11-01"');
    expect(answer.text).toContain('Enter a reason');
    const nothing = await here.post(await here.browser('fay'), TOMORROW);
    expect([nothing.status, nothing.text.includes('Enter another value')]).toEqual([422, true]);
  });

  it('hold from their day on, for computed fields, rules, messages and lists; what was decided stays', async () => {
    const fay = await here.browser('fay');
    const before = await here.claim({ amount: '150' });
    expect(await here.fields(before.body.id)).toMatchObject({ allowance: '56.00' });
    const answer = await here.post(fay, {
      'value-limit-0': '200 EUR',
      'value-perDiem-0': '30.50 EUR',
      ...TOMORROW,
    });
    expect([answer.status, answer.headers['location']]).toEqual([303, PAGE]);
    expect((await events()).at(-1)).toMatchObject({
      type: 'specification.constants-changed',
      data: {
        changes: [
          { constant: 'limit', key: null, from: '2026-11-21', before: '100 EUR', text: '200 EUR' },
          { constant: 'perDiem', key: 'DE', from: '2026-11-21', before: '28 EUR', text: '30.50 EUR' },
        ],
      },
      metadata: {
        actor: PEOPLE.fay.id,
        reason: 'Decided by the board',
        specification: { key: 'claims', version: 1 },
      },
    });
    const today = await here.claim({});
    expect(await here.fields(today.body.id)).toMatchObject({ allowance: '56.00' });
    expect(codes(await here.claim({ amount: '1500' }))).toEqual(['TOO_MUCH']);
    expect((await fay.get('/claims/large')).text).toContain('150');
    expect(await named('limit')).toMatchObject({
      value: '100 EUR',
      later: [{ from: '2026-11-21', value: '200 EUR' }],
    });

    here.at('2026-11-21T08:00:00.000Z');
    expect(await named('limit')).toMatchObject({ value: '200 EUR', later: [] });
    const after = await here.claim({ amount: '1500' });
    expect(after.status).toBe(201);
    expect(await here.fields(after.body.id)).toMatchObject({ allowance: '61.00' });
    expect(JSON.stringify((await here.claim({ amount: '2500' })).body)).toContain('€200');
    expect((await fay.get('/claims/large')).text).not.toContain('>A claim<');
    expect(await here.fields(before.body.id)).toMatchObject({ allowance: '56.00' });
    const [opened] = (await here.daybook.installation.store.read(`claims.Claim-${after.body.id}`)).events;
    expect(opened!.metadata.specification).toEqual({ key: 'claims', version: 1, constants: 2 });
  });

  it('are told with who, when, what and why, on their page and on the timeline', async () => {
    const page = (await (await here.browser('cleo')).get(PAGE)).text;
    expect(page).toContain('Fay Finance');
    expect(page).toContain('Decided by the board');
    expect((await listed()).changes).toHaveLength(2);
    const timeline = (await (await here.browser('audrey')).get('/-/timeline?application=claims')).text;
    expect(timeline).toContain(
      'changed Limit from €100 to €200, from 21 Nov 2026 on; Per diem (DE) from €28 to €30.50',
    );
  });

  it('what somebody has not seen yet, they do not change', async () => {
    const body = { ...limit('300 EUR'), from: '2026-12-01', reason: 'again' };
    expect(codes(await here.change('fay', body, 0))).toEqual(['CONSTANTS_CHANGED']);
    const stale = await here.post(await here.browser('fay'), {
      'value-limit-0': '300 EUR',
      ...body,
      seen: '1-0',
    } as never);
    expect(stale.text).toContain('Constants have been changed since');
    expect((await here.change('fay', body, 2)).body).toEqual({ already: false });
    expect((await here.change('fay', body)).body).toEqual({ already: true });
  });

  it('a new version keeps them, unless it says something for a later day, or gives the constant another type', async () => {
    const publish = async (constants: string) => {
      await here.daybook.send(new PublishSpecification({ text: document(constants), context: system() }));
      await here.daybook.settled();
    };
    await publish('  limit: { value: 100.50 EUR, from: 2026-01-01 }');
    expect(await named('limit')).toMatchObject({ value: '200 EUR' });
    await publish('  limit: [{ value: 100 EUR, from: 2026-01-01 }, { value: 70 EUR, from: 2026-12-24 }]');
    expect(await named('limit')).toMatchObject({
      value: '200 EUR',
      later: [
        { from: '2026-12-01', value: '300 EUR' },
        { from: '2026-12-24', value: '70 EUR' },
      ],
    });
  });

  it('a replay makes the same of it all', async () => {
    expect(await findDryRunDifferences(here.daybook.installation)).toEqual([]);
  });
});
