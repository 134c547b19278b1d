// Laws for arbitrary commands in any order.
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Actor } from '#domain/permissions.js';
import type { NeededApprovals, FieldChanges } from '#domain/record/approvals/approval-events.js';
import type { RecordDecisionContext } from '#domain/record/decision-context.js';
import { listOfferedActions } from '#domain/record/lifecycle/offered-actions.js';
import { RefuseApproval, TakeBackApproval } from '#domain/record/record-commands.js';
import type { RecordEvent } from '#domain/record/record-events.js';
import type { OpenedRecord } from '#domain/record/record-state.js';
import { collectProposedValues } from '#domain/record/approvals/approval-events.js';
import { computeMissingApprovals, countRequiredApprovals } from '#domain/record/approvals/approval-round.js';
import { Refused } from '#domain/refusal.js';
import type { Action, Approvals } from '#specification/model/specification.js';
import { at, expression, needed, REQUEST } from '../example-specification.js';
import {
  acting,
  actor,
  ada,
  after,
  changing,
  codes,
  decision,
  decisionContext,
  ID,
  LINES,
  opening,
  withEvents,
} from '../given.js';

const bert = actor('bert', 'budgetHolder');
const cleo = actor('cleo', 'budgetHolder');
const dora = actor('dora', 'budgetHolder', 'finance');
const fay = actor('fay', 'finance');
const place = at(4, 60);

const round = (
  more: Partial<Approvals> = {},
  counts: Readonly<Record<string, number>> = { '': 2 },
): Approvals => ({
  of: Object.entries(counts).map(([role, count]) => ({
    ...(role !== '' && { role }),
    count: expression(String(count), place, () => count),
    place,
  })),
  inTurn: false,
  refusal: 'one',
  place,
  ...more,
});

/** Everyone may change a request, and several approve it. */
function approving(approvals: Approvals, more: Partial<Action> = {}): Partial<RecordDecisionContext> {
  const own = expression('record.requestedBy', at(4, 70), ({ record }) =>
    needed<string>(record, 'requestedBy'),
  );
  const changed: Partial<Action> = {
    approvals,
    not: [own],
    by: ['budgetHolder', 'finance'],
    guard: undefined,
    ...more,
  };
  const actions = REQUEST.lifecycle.actions.map((one) =>
    one.key === 'approve' ? { ...one, ...changed } : one,
  );
  const { edit: _, ...permissions } = REQUEST.permissions;
  return { entity: { ...REQUEST, permissions, lifecycle: { ...REQUEST.lifecycle, actions } } };
}

const on = (user: Actor) => ({
  application: 'purchasing',
  entity: 'Request',
  id: ID,
  action: 'approve',
  baseVersion: 1,
  context: { actor: user.id, commandId: 'c1' },
});
const refusing = (user: Actor, reason = 'Too dear.') => new RefuseApproval({ ...on(user), reason });
const takingBack = (user: Actor) => new TakeBackApproval(on(user));

const submitted = after([ada, opening(ada, { title: 'A saw', lines: LINES })], [ada, acting(ada, 'submit')]);

function having(
  more: Partial<RecordDecisionContext>,
  ...steps: readonly (readonly [Actor, Parameters<typeof decision>[1]])[]
): OpenedRecord {
  return steps.reduce((state, [user, command]) => {
    const outcome = decision(state, command, user, more);
    if (outcome instanceof Refused) throw outcome;
    return withEvents(state, user, outcome);
  }, submitted);
}

const types = (outcome: ReturnType<typeof decision>) =>
  outcome instanceof Refused ? codes(outcome) : outcome.map(({ type }) => type.replace('record.', ''));

describe('given an action that two have to approve', () => {
  const two = approving(round());
  const once = having(two, [bert, acting(bert, 'approve')]);

  it('when the first person approves, then the action waits', () => {
    expect(once).toMatchObject({
      state: 'submitted',
      rounds: { approve: { votes: [{ by: 'bert', says: 'yes' }] } },
    });
  });

  it('when a deputy approves, then deputy and principal are recorded with the value', () => {
    const asking = approving(round(), { ask: ['department'], by: [] });
    const by = (user: Actor, deputy?: Actor) => (state: OpenedRecord) => {
      const command = acting(user, 'approve', { input: { department: 'Sales' } });
      const outcome = decision(state, command, user, { ...asking, ...(deputy && { deputy }) });
      return withEvents(state, deputy ?? user, outcome as never);
    };
    const first = by(bert, fay)(submitted);
    const written = { by: 'fay', for: 'bert' };
    expect(collectProposedValues(first.rounds['approve']!).get('department')).toMatchObject(written);
    expect(by(bert, fay)(by(cleo)(submitted)).touched['department']).toMatchObject(written);
  });

  it('when the second person approves, then the action is taken in the same append', () => {
    expect(types(decision(once, acting(cleo, 'approve'), cleo, two))).toEqual([
      'approval-given',
      'action-taken',
    ]);
  });

  it('when the first person approves again, then it is refused', () => {
    expect(types(decision(once, acting(bert, 'approve'), bert, two))).toEqual(['SPOKEN_ALREADY']);
    const offered = listOfferedActions(decisionContext(bert, two), once).find(
      ({ action }) => action.key === 'approve',
    );
    expect(offered?.reasons.map(({ code }) => code)).toEqual(['SPOKEN_ALREADY']);
  });

  it('when the first person withdraws, then two approvals are missing again', () => {
    const back = withEvents(once, bert, decision(once, takingBack(bert), bert, two) as never);
    expect(back.rounds).toEqual({});
    expect(types(decision(back, acting(cleo, 'approve'), cleo, two))).toEqual(['approval-given']);
    expect(types(decision(back, takingBack(bert), bert, two))).toEqual(['NOTHING_TO_TAKE_BACK']);
  });

  it('when a person refuses, then the round is over until a change or a withdrawal', () => {
    const refused = withEvents(once, cleo, decision(once, refusing(cleo), cleo, two) as never);
    expect(types(decision(refused, acting(dora, 'approve'), dora, two))).toEqual(['ROUND_REFUSED']);
    const back = withEvents(refused, cleo, decision(refused, takingBack(cleo), cleo, two) as never);
    expect(types(decision(back, acting(dora, 'approve'), dora, two))).toEqual([
      'approval-given',
      'action-taken',
    ]);
    const changed = withEvents(
      refused,
      ada,
      decision(refused, changing(ada, { title: 'Two saws' }), ada, two) as never,
    );
    expect(types(decision(changed, acting(dora, 'approve'), dora, two))).toEqual(['approval-given']);
  });

  it('when a person refuses without a reason, then it is required', () => {
    expect(types(decision(once, refusing(cleo, ' '), cleo, two))).toEqual(['REASON_REQUIRED']);
  });

  it('when an approved field changes, then the round restarts in the same append', () => {
    expect(types(decision(once, changing(ada, { title: 'Two saws' }), ada, two))).toEqual([
      'changed',
      'approvals-begun-again',
    ]);
  });

  it('when a field changes that is not pinned, then the round goes on', () => {
    const pinned = approving(round({ pins: ['amount'] }));
    expect(types(decision(once, changing(ada, { title: 'Two saws' }), ada, pinned))).toEqual(['changed']);
    expect(
      types(decision(once, changing(ada, { lines: [{ ...LINES[0]!, quantity: '3' }] }), ada, pinned)),
    ).toEqual(['changed', 'approvals-begun-again']);
  });

  it('when a field changes that was hidden from the voters, then the round goes on', () => {
    const unseen = { votes: [{ ...once.rounds['approve']!.votes[0]!, unseen: ['neededOn'] }] };
    const blind = { ...once, rounds: { approve: { ...once.rounds['approve']!, ...unseen } } };
    expect(types(decision(blind, changing(ada, { neededOn: '2026-12-01' }), ada, two))).toEqual(['changed']);
  });

  it('when a person approves an outdated version, then it is a conflict', () => {
    const changed = withEvents(
      once,
      ada,
      decision(once, changing(ada, { title: 'Two saws' }), ada, two) as never,
    );
    const outcome = decision(changed, acting(cleo, 'approve'), cleo, { ...two, baseState: once });
    expect(types(outcome)).toEqual(['CHANGED_MEANWHILE']);
  });

  it('when a voter becomes excluded by `not`, then the vote does not count', () => {
    const pinned = approving(round({ pins: ['amount'] }));
    const outcome = decision(once, changing(ada, { requestedBy: 'bert' }), ada, pinned);
    expect(types(outcome)).toEqual(['changed', 'approvals-begun-again']);
  });

  it('when fewer approvals are needed than were given, then the next approval takes the action', () => {
    const fewer = approving(round({ pins: ['amount'] }, { '': 1 }));
    expect(types(decision(once, acting(cleo, 'approve'), cleo, fewer))).toEqual([
      'approval-given',
      'action-taken',
    ]);
    expect(types(decision(once, acting(bert, 'approve'), bert, fewer))).toEqual(['SPOKEN_ALREADY']);
    const back = withEvents(once, bert, decision(once, takingBack(bert), bert, fewer) as never);
    expect(types(decision(back, acting(bert, 'approve'), bert, fewer))).toEqual(['action-taken']);
  });

  it('when more approvals are needed than before, then it waits for more', () => {
    const more = approving(round({}, { '': 3 }));
    expect(types(decision(once, acting(cleo, 'approve'), cleo, more))).toEqual(['approval-given']);
  });

  it('when a field of a round without votes changes, then no round restarts', () => {
    const pinned = approving(round({ pins: ['amount'] }));
    const { lifecycle } = pinned.entity!;
    const approve = lifecycle.actions.find(({ key }) => key === 'approve')!;
    const waive: Action = { ...approve, key: 'waive', approvals: round({ pins: ['note'] }) };
    const both = {
      entity: { ...pinned.entity!, lifecycle: { ...lifecycle, actions: [...lifecycle.actions, waive] } },
    };
    const outcome = decision(once, changing(ada, { note: 'It is urgent.' }), ada, both);
    expect(types(outcome)).toEqual(['changed']);
  });

  it.each([
    ['everything', {}],
    ['what changes', { pins: ['title'] }],
  ])(
    'when all who spoke have taken it back and the round pins %s, then an edit begins nothing again, and the next vote neither',
    (_, pins) => {
      const pinning = approving(round(pins));
      const back = having(pinning, [bert, acting(bert, 'approve')], [bert, takingBack(bert)]);
      expect(back.rounds).toEqual({});
      const edit = decision(back, changing(ada, { title: 'Two saws' }), ada, pinning);
      expect(types(edit)).toEqual(['changed']);
      const edited = withEvents(back, ada, edit as never);
      expect(types(decision(edited, acting(cleo, 'approve'), cleo, pinning))).toEqual(['approval-given']);
    },
  );
});

describe('given an action that asks for fields, and that two have to approve', () => {
  const asking = approving(round({ pins: ['amount'] }), { ask: ['department', 'lines'], by: [] });
  const answering = (user: Actor, department: string) => acting(user, 'approve', { input: { department } });
  const once = having(asking, [bert, answering(bert, 'Sales')]);
  const written = ({ fields, title }: OpenedRecord) => ({ fields, title });
  const then = (user: Actor, command: Parameters<typeof decision>[1], more = asking) =>
    withEvents(once, user, decision(once, command, user, more) as never);

  it('when the first person approves, then the vote holds the answer and the record is unchanged', () => {
    expect(written(once)).toEqual(written(submitted));
    expect(once.rounds).toMatchObject({
      approve: { votes: [{ by: 'bert', proposed: { department: { from: null, to: 'Sales' } } }] },
    });
  });

  it('when the last person approves, then answers and computed fields are written with the action', () => {
    const lines = [{ item: 'Saw', quantity: '3', price: '12.50' }];
    const first = having(asking, [bert, acting(bert, 'approve', { input: { department: 'Sales', lines } })]);
    expect(first.fields['amount']).toBe(2500);
    const outcome = decision(first, acting(cleo, 'approve'), cleo, asking);
    expect(types(outcome)).toEqual(['approval-given', 'action-taken']);
    expect(withEvents(first, cleo, outcome as never)).toMatchObject({
      state: 'approved',
      fields: { department: 'Sales', amount: 3750 },
    });
  });

  it('when the next person sends the same answer, then the vote counts', () => {
    expect(then(cleo, answering(cleo, 'Sales'))).toMatchObject({
      state: 'approved',
      fields: { department: 'Sales' },
    });
  });

  it('when the next person answers differently, then a new round starts with that vote', () => {
    const outcome = decision(once, answering(cleo, 'Workshop'), cleo, asking);
    expect(types(outcome)).toEqual(['approvals-begun-again', 'approval-given']);
    const again = withEvents(once, cleo, outcome as never);
    expect(written(again)).toEqual(written(submitted));
    expect(again.rounds['approve']?.votes).toMatchObject([
      { by: 'cleo', proposed: { department: { from: null, to: 'Workshop' } } },
    ]);
  });

  it('when it is refused or withdrawn, then no proposed value is left', () => {
    expect(written(then(cleo, refusing(cleo)))).toEqual(written(submitted));
    const back = then(bert, takingBack(bert));
    expect([written(back), back.rounds]).toEqual([written(submitted), {}]);
    const blank = decision(back, acting(cleo, 'approve'), cleo, asking);
    expect(withEvents(back, cleo, blank as never).rounds['approve']?.votes[0]).not.toHaveProperty('proposed');
  });

  it('when one of two equal answers is withdrawn, then the other stands', () => {
    const three = approving(round({}, { '': 3 }), { ask: ['department'], by: [] });
    const two = having(
      three,
      [bert, answering(bert, 'Sales')],
      [cleo, acting(cleo, 'approve')],
      [bert, takingBack(bert)],
    );
    expect(two.rounds['approve']?.votes).toMatchObject([
      { by: 'cleo', proposed: { department: { to: 'Sales' } } },
    ]);
  });

  it('when an asked field is edited, then the round restarts, whatever it pins', () => {
    const outcome = decision(once, changing(ada, { department: 'Workshop' }), ada, asking);
    expect(types(outcome)).toEqual(['changed', 'approvals-begun-again']);
  });

  it('when the proposed answer changed since the next person looked, then it is a conflict with both values', () => {
    const other = withEvents(once, cleo, decision(once, answering(cleo, 'Workshop'), cleo, asking) as never);
    const outcome = decision(other, answering(dora, 'Sales'), dora, { ...asking, baseState: once });
    expect(types(outcome)).toEqual(['CHANGED_MEANWHILE']);
    expect((outcome as Refused).differences).toMatchObject([
      { field: 'department', base: 'Sales', theirs: 'Workshop', yours: 'Sales', by: 'cleo' },
    ]);
  });

  it('when an answer raises the need, then more approvals are awaited', () => {
    const large = expression('record.amount > 3000 ? 3 : 2', place, ({ record }) =>
      needed<number>(record, 'amount') > 3000 ? 3 : 2,
    );
    const byAmount = approving({ ...round(), of: [{ count: large, place }] }, { ask: ['lines'], by: [] });
    const lines = [{ item: 'Saw', quantity: '3', price: '12.50' }];
    const first = having(byAmount, [bert, acting(bert, 'approve', { input: { lines } })]);
    expect(types(decision(first, acting(cleo, 'approve'), cleo, byAmount))).toEqual(['approval-given']);
  });

  it('when an answer excludes a voter by `not`, then that vote does not count', () => {
    const naming = approving(round(), { ask: ['requestedBy'], by: [] });
    const first = having(naming, [bert, acting(bert, 'approve')]);
    const outcome = decision(
      first,
      acting(cleo, 'approve', { input: { requestedBy: 'bert' } }),
      cleo,
      naming,
    );
    expect(types(outcome)).toEqual(['approvals-begun-again', 'approval-given']);
  });

  it('when an answer is hidden from the next person, then it is written all the same', () => {
    const hidden = approving(round(), { ask: ['iban'], by: [], not: [] });
    const reading = { roles: { finance: true as const }, place };
    const { permissions } = hidden.entity!;
    const secret = {
      entity: {
        ...hidden.entity!,
        permissions: { ...permissions, fields: { iban: { read: reading, edit: reading } } },
      },
    };
    const first = having(secret, [fay, acting(fay, 'approve', { input: { iban: 'DE1' } })]);
    const outcome = decision(first, acting(bert, 'approve'), bert, secret);
    expect(outcome).toMatchObject([{ data: { proposed: {}, unseen: ['iban'] } }, {}]);
    expect(withEvents(first, bert, outcome as never).fields['iban']).toBe('DE1');
  });

  it('when an early version wrote the answer with the first vote, then it stays', () => {
    const early = withEvents(submitted, bert, [
      {
        type: 'record.approval-given',
        data: {
          action: 'approve',
          needs: [{ role: null, count: 2 }],
          roles: [],
          proposed: {},
          changes: { department: { from: null, to: 'Sales' } },
        },
      },
    ]);
    expect(early.fields['department']).toBe('Sales');
    const outcome = decision(early, answering(cleo, 'Sales'), cleo, asking);
    expect(types(outcome)).toEqual(['approval-given', 'action-taken']);
  });

  it('whatever command is sent, then only a change and the action write fields (property)', () => {
    const people = [bert, cleo, dora, fay];
    const answers = fc.record({ department: fc.constantFrom('Sales', 'Workshop') }, { requiredKeys: [] });
    const step = fc.tuple(
      fc.constantFrom(...people),
      fc.oneof(
        { weight: 5, arbitrary: answers.map((input) => (user: Actor) => acting(user, 'approve', { input })) },
        { weight: 1, arbitrary: fc.constant(takingBack) },
        { weight: 1, arbitrary: fc.constant((user: Actor) => refusing(user)) },
        { weight: 1, arbitrary: answers.map((input) => (user: Actor) => changing(user, input)) },
      ),
    );
    const happened = new Set<string>();
    fc.assert(
      fc.property(fc.array(step, { maxLength: 15 }), (steps) => {
        let state = submitted;
        for (const [user, make] of steps) {
          const outcome = decision(state, make(user), user, asking);
          if (outcome instanceof Refused) continue;
          for (const event of outcome) {
            const after = withEvents(state, user, [event]);
            happened.add(event.type);
            if (event.type === 'record.action-taken')
              expect(after.fields['department']).toBe(lastAnswer(state));
            else if (event.type !== 'record.changed') expect(written(after)).toEqual(written(state));
            state = after;
          }
        }
      }),
      { numRuns: 300 },
    );
    expect([...happened].sort()).toEqual([
      'record.action-taken',
      'record.approval-given',
      'record.approval-refused',
      'record.approval-taken-back',
      'record.approvals-begun-again',
      'record.changed',
    ]);
  });
});

/** The value of `department` under the current votes. */
function lastAnswer({ rounds, fields }: OpenedRecord): unknown {
  const votes = rounds['approve']!.votes.filter(({ says }) => says === 'yes');
  return votes.at(-1)?.proposed?.['department']?.to ?? fields['department'];
}

describe('given a deputy of a person', () => {
  const two = approving(round());
  const gus = actor('gus', 'finance');
  const standingIn = { ...two, deputy: gus };

  it('when the deputy approves, then the vote counts for the principal and names the deputy', () => {
    const outcome = decision(submitted, acting(gus, 'approve'), bert, standingIn);
    expect(outcome).toMatchObject([{ type: 'record.approval-given', metadata: { onBehalfOf: 'bert' } }]);
    const once = withEvents(submitted, gus, outcome as never);
    expect(once.rounds).toMatchObject({ approve: { votes: [{ by: 'gus', for: 'bert' }] } });
  });

  it.each<{ who: string; user: Actor; deputy?: Actor }>([
    { who: 'that person', user: bert },
    { who: 'the deputy for themselves', user: gus },
    { who: 'the deputy for another', user: cleo, deputy: gus },
    { who: 'another deputy of that person', user: bert, deputy: dora },
  ])('when they have approved, then $who does not count as well', ({ user, deputy }) => {
    const first = decision(submitted, acting(gus, 'approve'), bert, standingIn);
    const once = withEvents(submitted, gus, first as never);
    const context = { ...two, ...(deputy && { deputy }) };
    expect(types(decision(once, acting(deputy ?? user, 'approve'), user, context))).toEqual([
      'SPOKEN_ALREADY',
    ]);
  });

  it('when `not` excludes either, then neither can approve', () => {
    const byDeputy = decision(submitted, acting(ada, 'approve'), bert, { ...two, deputy: ada });
    expect(types(byDeputy)).toEqual(['SEPARATION_OF_DUTIES']);
    const holding = { ...ada, roles: ['budgetHolder'] };
    const forThem = decision(submitted, acting(cleo, 'approve'), holding, { ...two, deputy: cleo });
    expect(types(forThem)).toEqual(['SEPARATION_OF_DUTIES']);
  });

  it('when `not` comes to exclude the deputy, then the round restarts', () => {
    const pinned = approving(round({ pins: ['amount'] }));
    const outcome = decision(submitted, acting(fay, 'approve'), bert, { ...pinned, deputy: fay });
    const once = withEvents(submitted, fay, outcome as never);
    for (const requestedBy of ['fay', 'bert'])
      expect(types(decision(once, changing(ada, { requestedBy }), ada, pinned))).toEqual([
        'changed',
        'approvals-begun-again',
      ]);
  });

  it('when either withdraws the vote, then it is withdrawn', () => {
    const once = withEvents(
      submitted,
      gus,
      decision(submitted, acting(gus, 'approve'), bert, standingIn) as never,
    );
    for (const who of [gus, bert])
      expect(types(decision(once, takingBack(who), who, two))).toEqual(['approval-taken-back']);
    expect(types(decision(once, takingBack(cleo), cleo, two))).toEqual(['NOTHING_TO_TAKE_BACK']);
  });

  it('when the deputy cannot read the record, then approving is refused', () => {
    const deputy = actor('hal');
    const outcome = decision(submitted, acting(deputy, 'approve'), bert, { ...two, deputy });
    expect(types(outcome)).toEqual(['NOT_PERMITTED']);
  });

  it('when the action needs no approval, then the deputy cannot take it', () => {
    const draft = after([ada, opening(ada, { title: 'A saw', lines: LINES })]);
    const outcome = decision(draft, acting(gus, 'submit'), ada, { ...two, deputy: gus });
    expect(types(outcome)).toContain('NOT_DELEGATED');
  });
});

describe('given a round of roles', () => {
  const roles = { budgetHolder: 1, finance: 1 };

  it('when a person holds both roles, then the vote counts once, for the role that still fits', () => {
    const any = approving(round({}, roles));
    const first = having(any, [dora, acting(dora, 'approve')]);
    expect(types(decision(first, acting(bert, 'approve'), bert, any))).toEqual([
      'approval-given',
      'action-taken',
    ]);
    expect(types(decision(first, acting(fay, 'approve'), fay, any))).toEqual([
      'approval-given',
      'action-taken',
    ]);
  });

  it('when a second person of one role comes, then the refusal names the missing role', () => {
    const any = approving(round({}, roles));
    const first = having(any, [bert, acting(bert, 'approve')]);
    const outcome = decision(first, acting(cleo, 'approve'), cleo, any);
    expect(outcome).toMatchObject({ message: '“Approve” is not waiting for you, but for: Finance.' });
  });

  it('when roles approve in turn, then a later role is refused', () => {
    const turns = approving(round({ inTurn: true }, roles));
    expect(types(decision(submitted, acting(fay, 'approve'), fay, turns))).toEqual(['NOT_WAITED_FOR']);
    const first = having(turns, [bert, acting(bert, 'approve')]);
    expect(types(decision(first, acting(fay, 'approve'), fay, turns))).toEqual([
      'approval-given',
      'action-taken',
    ]);
  });

  it('when the majority has to refuse, then one refusal does not end the round', () => {
    const three = approving(round({ refusal: 'majority' }, { '': 3 }));
    const one = having(three, [bert, refusing(bert)]);
    const two = having(three, [bert, refusing(bert)], [cleo, refusing(cleo)]);
    expect(types(decision(one, acting(dora, 'approve'), dora, three))).toEqual(['approval-given']);
    expect(types(decision(two, acting(dora, 'approve'), dora, three))).toEqual(['ROUND_REFUSED']);
  });

  it('when a percentage has to approve, then excluded people are not counted', () => {
    const half: Approvals = { ...round(), of: [{ role: 'budgetHolder', count: { percent: 50 }, place }] };
    const four = (wanted: readonly string[]) =>
      wanted.includes('budgetHolder') ? ['ada', 'bert', 'cleo', 'dora', 'emil'] : [];
    const share = { ...approving(half), holders: four };
    const first = having(share, [bert, acting(bert, 'approve')]);
    expect(first.rounds['approve']?.needs).toEqual([{ role: 'budgetHolder', count: 2 }]);
    expect(types(decision(first, acting(cleo, 'approve'), cleo, share))).toEqual([
      'approval-given',
      'action-taken',
    ]);
  });
});

describe('given a round whose number of approvals cannot be computed', () => {
  const unclear = approving({
    ...round(),
    of: [{ count: expression('record.weight', place, ({ record }) => needed(record, 'weight')), place }],
  });

  it('when a person approves or refuses, then it is refused with the cause', () => {
    expect(types(decision(submitted, acting(bert, 'approve'), bert, unclear))).toEqual(['APPROVALS_UNCLEAR']);
    expect(types(decision(submitted, refusing(bert), bert, unclear))).toEqual([
      'APPROVALS_UNCLEAR',
      'NO_ROUND',
    ]);
  });
});

describe('whatever is tried, in whatever order', () => {
  const people = [ada, bert, cleo, dora, fay, actor('gus', 'budgetHolder'), actor('hal')];
  const person = fc.constantFrom(...people);
  type Tried = readonly [Actor, Parameters<typeof decision>[1], Actor?];
  const by = (make: (user: Actor) => Tried[1]) => person.map((user): Tried => [user, make(user)]);
  /** The first is the deputy of the second. */
  const forAnother = (make: (user: Actor) => Tried[1]) =>
    fc.tuple(person, person).map(([deputy, user]): Tried => [user, make(deputy), deputy]);
  const step = fc.oneof(
    { weight: 6, arbitrary: by((user) => acting(user, 'approve')) },
    { weight: 4, arbitrary: forAnother((user) => acting(user, 'approve')) },
    { weight: 1, arbitrary: by(takingBack) },
    { weight: 1, arbitrary: by(refusing) },
    { weight: 1, arbitrary: forAnother(refusing) },
    {
      weight: 2,
      arbitrary: fc
        .record(
          {
            title: fc.constantFrom('A saw', 'Two saws'),
            requestedBy: fc.constantFrom('ada', 'bert', 'dora'),
          },
          { requiredKeys: [] },
        )
        .map((input): Tried => [ada, changing(ada, input)]),
    },
  );
  const rounds = fc.constantFrom(
    round({}, { '': 2 }),
    round({}, { '': 3 }),
    round({ pins: ['title'], refusal: 'majority' }, { '': 3 }),
    round({}, { budgetHolder: 2, finance: 1 }),
    round({ inTurn: true, pins: ['requestedBy'] }, { finance: 1, budgetHolder: 2 }),
  );

  it('an action is taken exactly when enough permitted people approved it, nobody twice (property)', () => {
    const seen = new Map<string, number>();
    const count = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1);
    fc.assert(
      fc.property(rounds, fc.array(step, { maxLength: 25 }), (approvals, steps) => {
        const more = approving(approvals);
        let state = submitted;
        let said: Said = new Map();
        for (const [user, command, deputy] of steps) {
          const outcome = decision(state, command, user, { ...more, ...(deputy && { deputy }) });
          if (outcome instanceof Refused) continue;
          const actor = deputy ?? user;
          if (deputy) expect(deputy.id).not.toBe(user.id);
          for (const event of outcome) {
            said = heard(said, { actor, user }, event);
            if (deputy) count(`for another: ${event.type}`);
            count(event.type);
            if (event.type === 'record.changed') mustBegin(state, event.data.changes, approvals, outcome);
            if (event.type === 'record.action-taken') mustBeEnough(said, state);
          }
          state = withEvents(state, actor, outcome);
          mustBeDifferentPeople(state);
        }
      }),
      { numRuns: 600 },
    );
    // Each occurs more than eighty times on average.
    for (const what of [
      'record.action-taken',
      'record.approvals-begun-again',
      'record.approval-refused',
      'for another: record.approval-given',
    ])
      expect([what, (seen.get(what) ?? 0) > 10]).toEqual([what, true]);
  });

  /** Approvals by person → number needed, and approvers. */
  function mustBeDifferentPeople({ rounds: { approve }, fields }: OpenedRecord): void {
    const concerned = (approve?.votes ?? []).flatMap((vote) =>
      vote.for === undefined ? [vote.by] : [vote.by, vote.for],
    );
    expect(new Set(concerned).size).toBe(concerned.length);
    expect(concerned).not.toContain(fields['requestedBy']);
  }

  type Said = ReadonlyMap<string, { readonly needs: readonly NeededApprovals[]; readonly by: string }>;

  /** Approvers of the latest content. */
  function heard(said: Said, { actor, user }: Record<'actor' | 'user', Actor>, event: RecordEvent): Said {
    if (event.type === 'record.approvals-begun-again') return new Map();
    if (event.type === 'record.approval-taken-back')
      return new Map([...said].filter(([id, { by }]) => id !== actor.id && by !== actor.id));
    if (event.type !== 'record.approval-given') return said;
    const spoken = [...said].flatMap(([id, { by }]) => [id, by]);
    expect(spoken).not.toContain(user.id);
    expect(spoken).not.toContain(actor.id);
    return new Map([...said, [user.id, { needs: event.data.needs, by: actor.id }]]);
  }

  function mustBegin(
    { rounds: before }: OpenedRecord,
    changes: FieldChanges,
    { pins }: Approvals,
    events: readonly RecordEvent[],
  ): void {
    const isPinned = Object.keys(changes).some((key) => !pins || pins.includes(key));
    const hasSpoken = (before['approve']?.votes.length ?? 0) > 0;
    const begins = events.some(({ type }) => type === 'record.approvals-begun-again');
    expect(begins || !isPinned || !hasSpoken).toBe(true);
  }

  function mustBeEnough(said: Said, { fields }: OpenedRecord): void {
    const { needs } = [...said.values()].at(-1)!;
    expect(said.size).toBeGreaterThanOrEqual(countRequiredApprovals(needs));
    expect(canFill(needs, [...said.keys()])).toBe(true);
    expect([...said].flatMap(([id, { by }]) => [id, by])).not.toContain(fields['requestedBy']);
  }

  /** Brute force: whether each needed role can be filled by a different person. */
  function canFill(needs: readonly NeededApprovals[], ids: readonly string[]): boolean {
    const places = needs.flatMap(({ role, count }) => Array.from({ length: count }, () => role));
    const fill = (at: number, left: readonly string[]): boolean =>
      at === places.length ||
      left.some((id) => {
        const { roles } = people.find((one) => one.id === id)!;
        const fits = places[at] === null || roles.includes(places[at]!);
        return (
          fits &&
          fill(
            at + 1,
            left.filter((other) => other !== id),
          )
        );
      });
    return fill(0, ids);
  }

  it('votes are matched to as many roles as possible, in any order (property)', () => {
    const votes = fc.array(fc.subarray(['a', 'b', 'c']), { maxLength: 6 });
    const counts = fc.record({ a: fc.nat(2), b: fc.nat(2), c: fc.nat(2) });
    fc.assert(
      fc.property(votes, counts, (held, needed) => {
        const needs = Object.entries(needed).map(([role, count]) => ({ role, count }));
        const spoken = held.map((roles, at) => ({
          by: String(at),
          at: '',
          says: 'yes' as const,
          roles,
          unseen: [],
        }));
        const left = countRequiredApprovals(computeMissingApprovals(needs, spoken));
        expect(countRequiredApprovals(computeMissingApprovals(needs, [...spoken].reverse()))).toBe(left);
        expect(left).toBe(
          countRequiredApprovals(needs) -
            most(
              needs.flatMap(({ role, count }) => Array.from({ length: count }, () => role)),
              held,
            ),
        );
      }),
    );
  });

  function most(places: readonly string[], held: readonly (readonly string[])[]): number {
    const [first, ...rest] = places;
    if (first === undefined) return 0;
    const without = most(rest, held);
    return held.reduce(
      (best, roles, at) =>
        roles.includes(first)
          ? Math.max(
              best,
              1 +
                most(
                  rest,
                  held.filter((_, other) => other !== at),
                ),
            )
          : best,
      without,
    );
  }
});
