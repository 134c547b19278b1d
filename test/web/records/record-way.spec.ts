// Drawn where a row of steps would not suffice.
import { describe, expect, it } from '@jest/globals';
import { appendMove, startTrace, type MoveKey } from '#domain/record/lifecycle/trace.js';
import { translatorFor } from '#views/messages/translate.js';
import { documentOf, valid } from '#test/specification/documents.js';
import { drawRecordWay } from '#web/records/record-way.js';

const entity = valid(
  documentOf({
    1: 'name: Shop\nkey: shop',
    3: 'entities: { Claim: { fields: { kind: { type: text } } } }',
    4: `lifecycles:
  Claim:
    states: { draft: { title: Draft }, waiting: { title: Waiting }, paid: { title: Paid, final: true }, refused: { title: Refused, final: true } }
    actions:
      submit: { from: draft, to: waiting }
      back: { from: waiting, to: draft }
      pay: { from: waiting, to: paid }
      refuse: { from: waiting, to: refused }`,
  }),
).entities['Claim']!;
const t = translatorFor('en');
const way = (state: string, ...moves: readonly MoveKey[]) =>
  drawRecordWay(
    entity,
    {
      state,
      trace: moves.reduce(
        (trace, move) => appendMove(trace, move, '2026-03-02T08:00:00Z'),
        startTrace('draft', '2026-03-01T08:00:00Z'),
      ),
    },
    t,
  );
const submit = { from: 'draft', action: 'submit', to: 'waiting' };
const back = { from: 'waiting', action: 'back', to: 'draft' };

describe('the small map of a record', () => {
  it('is not drawn for a record of few states that went straight on', () => {
    expect(way('waiting', submit)).toBeUndefined();
  });

  it('is not drawn where a former version of the read model does not know the way', () => {
    expect(drawRecordWay(entity, { state: 'waiting', trace: undefined }, t)).toBeUndefined();
  });

  it('draws a record that came back, with each move once and how often it was made', () => {
    const drawn = way('waiting', submit, back, submit)!;
    expect(drawn.moves.filter(({ isMade }) => isMade)).toEqual([
      expect.objectContaining({ fromKey: 'draft', toKey: 'waiting', title: 'Submit', below: '2 times' }),
      expect.objectContaining({ fromKey: 'waiting', toKey: 'draft', title: 'Back', below: '' }),
    ]);
  });

  it('draws where the record may go from its state as open, and its states as past, current and not visited', () => {
    const drawn = way('waiting', submit, back, submit)!;
    expect(drawn.moves.filter(({ isMade }) => !isMade).map(({ toKey }) => toKey)).toEqual([
      'draft',
      'paid',
      'refused',
    ]);
    expect(drawn.states.map(({ key, visit }) => [key, visit])).toEqual([
      ['draft', 'past'],
      ['waiting', 'current'],
      ['paid', 'none'],
      ['refused', 'none'],
    ]);
  });
});
