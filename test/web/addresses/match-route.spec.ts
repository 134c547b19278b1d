import { describe, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import {
  actionHref,
  assignHref,
  addCommentHref,
  editHref,
  liveHref,
  newHref,
  recordHref,
} from '#web/addresses/page-addresses.js';
import { matchRoute } from '#web/addresses/match-route.js';
import { shopSpecification } from '../screens/shop.js';

const specification = shopSpecification();
const ID = uuid();
const match = (path: string) => {
  const route = matchRoute(specification, path);
  return route && [route.kind, route.entity, route.screen?.path, route.id, route.action];
};

describe('addresses below an application', () => {
  it.each([
    ['/orders', ['list', 'Order', '/orders', undefined, undefined]],
    ['/orders/board', ['board', 'Order', '/orders/board', undefined, undefined]],
    ['/mine', ['list', 'Order', '/mine', undefined, undefined]],
    ['/spend', ['report', 'Order', '/spend', undefined, undefined]],
    ['/spend.csv', ['reportExport', 'Order', '/spend', undefined, undefined]],
    ['/spend/records', ['list', 'Order', '/spend/records', undefined, undefined]],
    ['/spend/records.csv', ['export', 'Order', '/spend/records', undefined, undefined]],
    ['/orders.csv', ['export', 'Order', '/orders', undefined, undefined]],
    ['/orders/new', ['form', 'Order', '/orders/new', undefined, undefined]],
    [`/orders/${ID}`, ['record', 'Order', '/orders/{id}', ID, undefined]],
    [`/orders/${ID}/edit`, ['edit', 'Order', '/orders/new', ID, undefined]],
    [`/orders/${ID}/actions/place`, ['action', 'Order', undefined, ID, 'place']],
    [`/orders/${ID}/comment`, ['comment', 'Order', '/orders/new', ID, undefined]],
    [`/orders/${ID}/assign`, ['assign', 'Order', '/orders/new', ID, undefined]],
    [`/orders/${ID}/live`, ['live', 'Order', '/orders/new', ID, undefined]],
  ])('%s is a page', (path, route) => {
    expect(match(path)).toEqual(route);
  });

  it.each([
    '',
    '/',
    '/order',
    '/orders.csv.csv',
    '/orders/board.csv',
    '/orders/',
    '/orders/x',
    '/orders/new/',
    `/orders/${ID.toUpperCase()}`,
    `/orders/${ID}/`,
    `/orders/${ID}/delete`,
    `/orders/${ID}/edit/x`,
    `/orders/${ID}/actions`,
    `/orders/${ID}/actions/`,
    `/orders/${ID}/actions/a b`,
    `/orders/${ID}/actions/place/x`,
    `/mine/${ID}`,
    '/__proto__',
  ])('%s is none', (path) => {
    expect(match(path)).toBeUndefined();
  });

  it('are looked up once, however often `.csv` stands at their end', () => {
    const reads = (path: string) => {
      let count = 0;
      const { screens } = specification;
      const counting = {
        ...specification,
        get screens() {
          count += 1;
          return screens;
        },
      };
      expect(matchRoute(counting, path)).toBeUndefined();
      return count;
    };
    expect(reads(`/x${'.csv'.repeat(3_900)}`)).toBe(reads('/x.csv'));
  });

  it('lead where they say', () => {
    const hrefs = [
      newHref(specification, 'Order'),
      ...[recordHref, editHref, addCommentHref, assignHref, liveHref].map((href) =>
        href(specification, 'Order', ID),
      ),
      actionHref(specification, 'Order', ID, 'place'),
    ];
    expect(hrefs.map((href) => match(href.slice('/shop'.length))?.[0])).toEqual([
      'form',
      'record',
      'edit',
      'comment',
      'assign',
      'live',
      'action',
    ]);
  });
});
