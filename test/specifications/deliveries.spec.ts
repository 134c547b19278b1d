// What the purchasing example asks of a delivery and of a payment, over the API.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { RegisterUser } from '#domain/user/user-commands.js';
import { startDaybook, system, type Daybook } from '../web/daybook.js';

const DOCUMENT = readFileSync('specifications/purchase-requests.md', 'utf8');
const PASSWORD = 'a sentence is fine';
const ASKS = { id: uuid(), name: 'Ann Asks', signInName: 'ann', roles: [] };
const BUYS = {
  id: uuid(),
  name: 'Bo Buys',
  signInName: 'bo',
  roles: ['budgetHolder', 'purchaser', 'store', 'finance'],
};
const TODAY = '2026-11-20';

interface Answer {
  readonly status: number;
  readonly body: {
    readonly id: string;
    readonly errors?: readonly {
      readonly code: string;
      readonly message: string;
      readonly fields: readonly string[];
    }[];
  };
}

describe('a delivery of the purchasing example', () => {
  let daybook: Daybook;
  const post = async (who: { readonly signInName: string }, path: string, body: object, version = '') => {
    const call = daybook.browser().post(`/api/purchasing/${path}`).auth(who.signInName, PASSWORD);
    return (await (version === '' ? call : call.set('If-Match', version)).send(body)) as unknown as Answer;
  };
  const opened = async (who: { readonly signInName: string }, entity: string, fields: object) => {
    const { status, body } = await post(who, entity, { fields });
    expect([status, body.errors]).toEqual([201, undefined]);
    await daybook.settled();
    return body.id;
  };
  const ordered = async () => {
    const costCentre = await opened(BUYS, 'CostCentre', {
      ...{
        code: String(1000 + Math.floor(codes++)),
        name: 'Office',
        department: 'Office',
        budgetHolder: BUYS.id,
      },
    });
    const supplier = await opened(BUYS, 'Supplier', { name: `Desk & Co ${codes}` });
    const id = await opened(ASKS, 'Request', {
      title: 'A desk',
      department: 'Office',
      costCentre,
      supplier,
      neededBy: TODAY,
      lines: [{ item: 'Desk', quantity: 1, price: '300' }],
    });
    const steps = [
      [ASKS, 'submit', {}],
      [BUYS, 'approve', {}],
      [BUYS, 'order', { supplier, orderedOn: TODAY }],
    ] as const;
    for (const [who, action, input] of steps) {
      const { status, body } = await act(id, who, { action, input });
      expect([action, status, body.errors]).toEqual([action, 200, undefined]);
    }
    return id;
  };
  let codes = 0;
  const act = async (
    id: string,
    who: { readonly signInName: string },
    { action, input }: { readonly action: string; readonly input: object },
  ) => {
    await daybook.settled();
    const { headers } = await daybook.browser().get(`/api/purchasing/Request/${id}`).auth('bo', PASSWORD);
    return post(who, `Request/${id}/actions/${action}`, { fields: input }, headers['etag']);
  };
  const errors = ({ body }: Answer) => (body.errors ?? []).map(({ code, fields }) => ({ code, fields }));

  beforeAll(async () => {
    daybook = await startDaybook({ peopled: false, clock: () => `${TODAY}T10:00:00.000Z` });
    await daybook.send(new PublishSpecification({ text: DOCUMENT, context: system() }));
    for (const { roles, ...person } of [ASKS, BUYS])
      await daybook.send(
        new RegisterUser({
          ...person,
          password: PASSWORD,
          context: system(),
          roles: roles.map((role) => ({ application: 'purchasing', role })),
        }),
      );
    await daybook.settled();
  });
  afterAll(() => daybook.close());

  it('is refused without its day and whether everything arrived, at these two fields', async () => {
    const id = await ordered();
    const answer = await act(id, BUYS, { action: 'receive', input: { deliveryNote: 'L-1' } });
    expect([answer.status, errors(answer)]).toEqual([
      422,
      [
        { code: 'REQUIRED', fields: ['receivedOn'] },
        { code: 'REQUIRED', fields: ['complete'] },
      ],
    ]);
  });

  it('is refused on a day that is still to come, and taken on that of today', async () => {
    const id = await ordered();
    const input = { receivedOn: '2026-11-21', complete: true };
    const early = await act(id, BUYS, { action: 'receive', input });
    expect([early.status, errors(early)]).toEqual([
      422,
      [{ code: 'RECEIVED_IN_THE_FUTURE', fields: ['receivedOn'] }],
    ]);
    const taken = await act(id, BUYS, { action: 'receive', input: { ...input, receivedOn: TODAY } });
    expect(taken.status).toBe(200);
    const paid = await act(id, BUYS, { action: 'pay', input: {} });
    expect(errors(paid)).toEqual(
      ['invoiceNumber', 'invoiceAmount', 'paidOn'].map((field) => ({ code: 'REQUIRED', fields: [field] })),
    );
  });

  it('is refused before the day of the order', async () => {
    const id = await ordered();
    const input = { receivedOn: '2026-11-19', complete: false };
    expect(errors(await act(id, BUYS, { action: 'receive', input }))).toEqual([
      { code: 'RECEIVED_BEFORE_ORDERED', fields: ['receivedOn', 'orderedOn'] },
    ]);
  });

  it('cannot be needed by a day before the request was written', async () => {
    const answer = await post(ASKS, 'Request', {
      fields: { title: 'A chair', department: 'Office', neededBy: '2026-11-19' },
    });
    expect(errors(answer)).toContainEqual({ code: 'NEEDED_IN_THE_PAST', fields: ['neededBy'] });
  });

  it('is asked for in a form that marks what has to be filled in', async () => {
    const id = await ordered();
    const browser = daybook.browser();
    await browser.post('/-/sign-in').type('form').send({ name: BUYS.signInName, password: PASSWORD });
    const { text } = await browser.get(`/purchasing/requests/${id}/actions/receive`);
    const labels = [...text.matchAll(/<label[^>]*for="f-(\w+)"[^>]*>(.*?)<\/label>/g)];
    const required = labels.filter(([, , label = '']) => label.includes('db-required')).map(([, key]) => key);
    expect(required).toEqual(['receivedOn', 'complete']);
  });
});
