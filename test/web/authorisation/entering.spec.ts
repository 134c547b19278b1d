// A forbidden application answers like an unknown one.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import { OpenRecord } from '#domain/record/record-commands.js';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { ORDERS, startDaybook, system, type Browser, type Daybook } from '../daybook.js';

/** Same length, so that answers can be compared. */
const [THERE, NOWHERE] = ['closed', 'absent'];
const CLOSED = ORDERS.replace('key: orders', `key: ${THERE}`).replace(
  'permissions:\n  Order:\n    open: [clerk]\n',
  'permissions:\n  Shop:\n    open: [boss]\n    read: [boss]\n  Order:\n    open: [clerk]\n    read: [clerk]\n',
);

const id = uuid();
const asked = [
  ['get', '/KEY'],
  ['get', '/KEY/'],
  ['get', '/KEY/orders'],
  ['get', '/KEY/orders.csv'],
  ['get', '/KEY/nonsense'],
  ['get', '/KEY/orders/new'],
  ['get', `/KEY/orders/${id}`],
  ['get', `/KEY/orders/${id}/edit`],
  ['get', `/KEY/orders/${id}/live`],
  ['get', '/KEY/specification'],
  ['get', '/KEY/specification?version=1'],
  ['get', '/KEY/specification?version=9'],
  ['get', '/KEY/specification/source'],
  ['post', '/KEY'],
  ['post', '/KEY/orders/new'],
  ['post', `/KEY/orders/${id}/comment`],
  ['post', `/KEY/orders/${id}/actions/send`],
  ['put', '/KEY/orders'],
  ['delete', `/KEY/orders/${id}`],
  ['get', '/api/KEY'],
  ['get', '/api/KEY/Order'],
  ['get', '/api/KEY/Nothing'],
  ['get', `/api/KEY/Order/${id}`],
  ['post', '/api/KEY/Order'],
  ['patch', `/api/KEY/Order/${id}`],
  ['post', `/api/KEY/Order/${id}/actions/send`],
  ['post', `/api/KEY/Order/${id}/comments`],
  ['post', `/api/KEY/Order/${id}/assignee`],
  ['put', `/api/KEY/Order/${id}`],
] as const;

let daybook: Daybook;

beforeAll(async () => {
  daybook = await startDaybook();
  await daybook.send(new PublishSpecification({ text: CLOSED, context: system() }));
  await daybook.settled();
  const on = { application: THERE!, entity: 'Order', id };
  await daybook.send(new OpenRecord({ ...on, input: { title: 'Paper' }, context: system() }));
  await daybook.settled();
});

afterAll(() => daybook.close());

/** Without the key, the request's number and random ids in forms. */
async function answer(browser: Browser, [method, path]: (typeof asked)[number], key: string) {
  const { status, headers, text } = await browser[method](path.replace('KEY', key)).redirects(0);
  const { date: _, ...kept } = headers as Record<string, string>;
  const all = JSON.stringify({ status, headers: kept, text: text ?? '' });
  return all
    .replaceAll(key, 'KEY')
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'ID');
}

describe.each(['nobody', 'guest', 'clerk'] as const)('to %s, who may not enter it', (who) => {
  let browser: Browser;
  beforeAll(async () => {
    browser = who === 'nobody' ? daybook.browser() : await daybook.as(who);
  });

  it.each(asked)('%s %s answers as for a key that is none', async (...one) => {
    expect(await answer(browser, one, THERE!)).toBe(await answer(browser, one, NOWHERE!));
  });

  it('the start page does not name it', async () => {
    expect((await browser.get('/')).text).not.toContain(THERE);
  });
});

it.each(['admin'] as const)('%s may enter it', async (who) => {
  const browser = await daybook.as(who);
  expect((await browser.get(`/${THERE}/specification`)).status).toBe(200);
  expect((await browser.get('/')).text).toContain(THERE);
  // It exists, but they may not read it.
  expect((await browser.get(`/${THERE}/orders/${id}`)).status).toBe(403);
});
