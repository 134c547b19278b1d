import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { holdReadModels, Ledger, type Answer } from './ledger.js';
import { openWorkplace, type Workplace } from './workplace.js';

const CLIENTS = 32;
const ROUNDS = 4;
const ORDERS = '/api/orders/Order';

describe('32 clients at one record, through two processes', () => {
  let place: Workplace;
  let ledger: Ledger;
  let order: string;

  beforeAll(async () => {
    place = await openWorkplace();
  }, 60_000);

  afterAll(async () => place.close(), 60_000);
  afterEach(() => place.events.small?.heal());

  const store = () => place.daybooks[0]!.installation.store;
  const clerk = (client: number) => place.clerks[client % place.clerks.length]!;

  async function open(): Promise<void> {
    ledger = new Ledger();
    const opened = await ledger.send('An order', (title) =>
      clerk(0).post(ORDERS).set('Idempotency-Key', title).send({ fields: { title } }),
    );
    order = `${ORDERS}/${opened.body.id}`;
  }

  const together = (ask: (client: number) => Promise<Answer>) =>
    Promise.all(Array.from({ length: CLIENTS }, (_, client) => ask(client)));
  const change = (client: number, version: number) =>
    ledger.send('A change', (notes) =>
      clerk(client)
        .patch(order)
        .set('Idempotency-Key', notes)
        .set('If-Match', `"${version}"`)
        .send({ fields: { notes } }),
    );
  const comment = (client: number) =>
    ledger.send('A comment', (text) =>
      clerk(client).post(`${order}/comments`).set('Idempotency-Key', text).send({ text }),
    );

  describe.each([
    ['all is well', undefined],
    ['answers get lost', 'answer lost'],
    ['answers come too late', 'deadline after the append'],
    ['leaders change', 'not leader'],
  ] as const)('while %s', (_what, fault) => {
    it('change the same field of the same version: exactly one does, and the others are told so', async () => {
      await open();
      for (let version = 1; version <= ROUNDS; version++) {
        if (fault) place.events.small?.fail(fault, 3);
        const answers = await together((client) => change(client, version));
        const statuses = answers.map(({ status }) => status).sort();
        expect(statuses).toEqual([200, ...Array(CLIENTS - 1).fill(409)]);
        for (const { body } of answers) expect(body.version).toBe(version + 1);
      }
      await ledger.holdAgainst(store());
    }, 120_000);

    it('comment: every comment stands, and each has a version of its own', async () => {
      await open();
      if (fault) place.events.small?.fail(fault, 8);
      const answers = await together(comment);
      expect(answers.map(({ status }) => status)).toEqual(Array(CLIENTS).fill(201));
      const versions = answers.map(({ body }) => body.version!).sort((one, other) => one - other);
      expect(versions).toEqual(Array.from({ length: CLIENTS }, (_, n) => n + 2));
      await ledger.holdAgainst(store());
    }, 120_000);
  });

  it('open records at once: numbers have no gap and no twin', async () => {
    ledger = new Ledger();
    place.events.small?.fail('answer lost', 5);
    await together((client) =>
      ledger.send('An order', (title) =>
        clerk(client).post(ORDERS).set('Idempotency-Key', title).send({ fields: { title } }),
      ),
    );
    await ledger.holdAgainst(store());
    const year = new Date().getFullYear();
    const { events } = await store().read(`orders.Order.number-${year}`);
    const taken = events.filter(({ type }) => type === 'number.taken');
    expect(taken.map(({ data }) => (data as { sequence: number }).sequence)).toEqual(
      taken.map((_, n) => n + 1),
    );
  }, 120_000);

  it('and the read models are what a replay makes of it all', async () => {
    await holdReadModels(...place.daybooks);
  }, 120_000);
});
