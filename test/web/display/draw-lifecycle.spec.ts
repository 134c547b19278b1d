import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { checkDocument } from '#specification/check-document.js';
import type { Entity } from '#specification/model/specification.js';
import { drawLifecycle } from '#web/display/draw-lifecycle.js';
import { translatorFor } from '#views/messages/translate.js';
import { ORDERS } from '../daybook.js';

const t = translatorFor('en');

function entityOf(document: string, key: string): Entity {
  const checked = checkDocument(document);
  if (!checked.ok) throw new Error('The document is refused.');
  return checked.specification.entities[key]!;
}

describe('drawLifecycle', () => {
  it('draws all actions between two states as one arrow, from creation on, without numbers of records', () => {
    const order = entityOf(ORDERS, 'Order');
    const { figure, isWhole } = drawLifecycle(order, t)!;
    expect(isWhole).toBe(true);
    const drawn = new Set(figure.moves.map(({ fromKey, toKey }) => `${fromKey}>${toKey}`));
    const described = order.lifecycle.actions.flatMap(({ from, to }) =>
      from.flatMap((state) => (to === undefined || to === state ? [] : [`${state}>${to}`])),
    );
    expect(drawn).toEqual(new Set([`>${order.lifecycle.initial}`, ...described]));
    expect(figure.moves).toHaveLength(drawn.size);
    expect([...figure.moves, ...figure.states].every(({ below }) => below === '')).toBe(true);
  });

  it('draws an action of many states from its first one only when all arrows would hide the process', () => {
    const application = entityOf(readFileSync('specifications/permits.md', 'utf8'), 'Application');
    const { figure, isWhole } = drawLifecycle(application, t)!;
    expect(isWhole).toBe(false);
    const usual = application.lifecycle.actions.flatMap(({ from: [first], to }) =>
      to === undefined || to === first ? [] : [`${first}>${to}`],
    );
    expect(new Set(figure.moves.map(({ fromKey, toKey }) => `${fromKey}>${toKey}`))).toEqual(
      new Set([`>${application.lifecycle.initial}`, ...usual]),
    );
  });

  it('draws nothing of a single state', () => {
    const order = entityOf(ORDERS, 'Order');
    const [only] = order.lifecycle.states;
    expect(
      drawLifecycle({ ...order, lifecycle: { ...order.lifecycle, states: [only!] } }, t),
    ).toBeUndefined();
  });
});
