import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import {
  getLifecyclePresentation,
  type ActionDirection,
} from '#specification/model/lifecycle-presentation.js';
import type { Entity, Specification } from '#specification/model/specification.js';
import { ACTION_TONES, STATE_TONES } from '#specification/model/tones.js';
import { documentOf, problemsIn, valid } from '../documents.js';

const example = (name: string): Specification => valid(readFileSync(`specifications/${name}.md`, 'utf8'));

const entityOf = (lifecycle: string, permissions?: string): Entity =>
  valid(
    documentOf({
      3: 'entities:\n  Thing: { fields: { a: text } }',
      4: `lifecycles:\n  Thing:\n${lifecycle.replace(/^/gm, '    ')}`,
      6: `roles: { staff: {}, boss: {} }${permissions === undefined ? '' : `\npermissions:\n  Thing: ${permissions}`}`,
    }),
  ).entities['Thing']!;

const tonesOf = (entity: Entity): Readonly<Record<string, string>> =>
  Object.fromEntries(
    entity.lifecycle.states.map(({ key }) => [key, getLifecyclePresentation(entity).stateTone(key)]),
  );

const directionsIn = (entity: Entity, state: string): Readonly<Record<string, ActionDirection>> =>
  Object.fromEntries(
    entity.lifecycle.actions
      .filter(({ from }) => from.includes(state))
      .map((action) => [action.key, getLifecyclePresentation(entity).direction(action, state)]),
  );

const approvalsIn = (entity: Entity): readonly string[] =>
  entity.lifecycle.actions.filter(getLifecyclePresentation(entity).isApproval).map(({ key }) => key);

describe('approvals and rejections of a lifecycle', () => {
  it('are the actions of those who decide about a waiting state, in the examples', () => {
    const { Request } = example('purchase-requests').entities;
    expect(approvalsIn(Request!)).toEqual(['approve', 'approveLarge', 'reject', 'ask']);
    const { Capa, Equipment } = example('capa').entities;
    expect(approvalsIn(Capa!)).toEqual([
      'assess',
      'dismiss',
      'approvePlan',
      'approveRiskyPlan',
      'returnPlan',
      'confirmEffect',
      'denyEffect',
      'closeSigned',
    ]);
    expect(approvalsIn(Equipment!)).toEqual(['release', 'releaseSigned', 'retire']);
  });

  it('are not what the same role brings there and takes back', () => {
    const entity = entityOf(`states: { new: New, ready: Ready, done: { title: Done, final: true } }
actions:
  prepare: { from: new, to: ready, by: [staff] }
  finish: { from: ready, to: done, by: [staff] }
  reopen: { from: ready, to: new, by: [staff] }`);
    expect(approvalsIn(entity)).toEqual([]);
  });

  it('include each action that several people approve', () => {
    const entity = entityOf(`states: { new: New, done: { title: Done, final: true } }
actions: { finish: { from: new, to: done, by: [staff], approvals: 2 } }`);
    expect(approvalsIn(entity)).toEqual(['finish']);
  });
});

describe('the course of a lifecycle', () => {
  it('is right for a purchase request without any declared tone', () => {
    const { Request } = example('purchase-requests').entities;
    expect(tonesOf(Request!)).toEqual({
      draft: 'active',
      submitted: 'waiting',
      approved: 'active',
      rejected: 'bad',
      ordered: 'active',
      received: 'active',
      paid: 'good',
      withdrawn: 'stopped',
    });
    expect(directionsIn(Request!, 'submitted')).toEqual({
      approve: 'onward',
      approveLarge: 'onward',
      reject: 'exit',
      ask: 'back',
      withdraw: 'exit',
    });
    expect(directionsIn(Request!, 'rejected')).toEqual({ takeUp: 'back', withdraw: 'exit' });
    expect(directionsIn(Request!, 'ordered')).toEqual({ cancelOrder: 'back', receive: 'onward' });
  });

  it('is right for corrective actions and for the register of instruments', () => {
    const { Capa, Equipment } = example('capa').entities;
    expect(tonesOf(Capa!)).toEqual({
      reported: 'waiting',
      analysis: 'active',
      planning: 'active',
      planned: 'waiting',
      ...{
        underWay: 'active',
        waiting: 'waiting',
        effective: 'active',
        closed: 'good',
        dismissed: 'stopped',
      },
    });
    expect(directionsIn(Capa!, 'waiting')).toEqual({
      postpone: 'beside',
      confirmEffect: 'onward',
      denyEffect: 'back',
    });
    expect(tonesOf(Equipment!)).toEqual({ inUse: 'good', stopped: 'waiting', retired: 'stopped' });
    expect(directionsIn(Equipment!, 'stopped')).toEqual({
      release: 'onward',
      releaseSigned: 'onward',
      retire: 'exit',
    });
  });

  it('calls none of several equal ends good, and still leads towards them', () => {
    const entity = entityOf(
      `states: { open: {}, yes: { final: true }, no: { final: true } }
actions: { accept: { from: open, to: yes }, refuse: { from: open, to: no } }`,
    );
    expect(tonesOf(entity)).toEqual({ open: 'active', yes: 'stopped', no: 'stopped' });
    expect(directionsIn(entity, 'open')).toEqual({ accept: 'onward', refuse: 'onward' });
  });

  it('takes the end that needs approvals for the good one', () => {
    const entity = entityOf(
      `states: { open: {}, yes: { final: true }, no: { final: true } }
actions: { accept: { from: open, to: yes, by: boss, approvals: 2 }, refuse: { from: open, to: no, by: boss } }`,
      '{ open: [staff] }',
    );
    expect(tonesOf(entity)).toEqual({ open: 'waiting', yes: 'good', no: 'bad' });
  });

  it('measures the rest by the end that is declared good', () => {
    const lifecycle = (
      tone: string,
    ) => `states: { open: {}, done: { final: true${tone} }, long: {}, other: { final: true } }
actions: { finish: { from: open, to: done }, look: { from: open, to: long }, end: { from: long, to: other } }`;
    expect(directionsIn(entityOf(lifecycle('')), 'open')).toEqual({ finish: 'exit', look: 'onward' });
    const declared = entityOf(lifecycle(', tone: good'));
    expect(directionsIn(declared, 'open')).toEqual({ finish: 'onward', look: 'back' });
  });

  it('has nothing wait for an action that is declared quiet', () => {
    const entity = entityOf(
      `states: { open: {}, done: { final: true } }\nactions: { finish: { from: open, to: done, tone: quiet } }`,
    );
    expect(directionsIn(entity, 'open')).toEqual({ finish: 'beside' });
    expect(getLifecyclePresentation(entity).actionTone(entity.lifecycle.actions[0]!, 'open')).toBe('quiet');
  });

  it('leads nowhere in an entity without a lifecycle', () => {
    const { entities } = valid(documentOf({ 3: 'entities:\n  Thing: { fields: { a: text } }' }));
    expect(tonesOf(entities['Thing']!)).toEqual({ open: 'active' });
  });
});

describe('a declared tone', () => {
  it('is refused where it is none of those that there are', () => {
    const problems = problemsIn(
      documentOf({
        3: 'entities:\n  Thing: { fields: { a: text } }',
        4: `lifecycles:\n  Thing:\n    states: { open: { tone: green }, done: {} }
    actions: { finish: { from: open, to: done, tone: waiting } }`,
      }),
    );
    expect(problems).toHaveLength(2);
    expect(problems.join('\n')).toContain('|green');
    expect(problems.join('\n')).toContain('|waiting');
  });
});

/** A few states with arbitrary actions. */
const lifecycles = fc.integer({ min: 1, max: 6 }).chain((size) => {
  const state = fc.integer({ min: 0, max: size - 1 });
  const roles = fc.subarray(['staff', 'boss', 'clerk']);
  return fc.record({
    finals: fc.subarray([...Array(size).keys()]),
    size: fc.constant(size),
    openers: fc.option(roles, { nil: undefined }),
    actions: fc.array(
      fc.record({
        from: fc.uniqueArray(state, { minLength: 1 }),
        to: fc.option(state, { nil: undefined }),
        by: roles,
        reason: fc.constantFrom('none', 'none', 'optional', 'required'),
        approvals: fc.boolean(),
      }),
      { maxLength: 10 },
    ),
  });
});

type Drawn = typeof lifecycles extends fc.Arbitrary<infer Each> ? Each : never;

function built(
  { size, finals, openers, actions }: Drawn,
  name = (of: string, index: number) => `${of}${index}`,
) {
  const place = { section: 4 as const, line: 1, column: 1 };
  return {
    lifecycle: {
      initial: name('s', 0),
      states: [...Array(size).keys()].map((index) => ({
        ...{
          key: name('s', index),
          title: name('s', index),
          final: index > 0 && finals.includes(index),
          place,
        },
      })),
      actions: actions.map(({ from, to, approvals, ...action }, index) => ({
        ...action,
        key: name('a', index),
        title: name('a', index),
        not: [],
        ask: [],
        aliases: [],
        place,
        from: from.filter((each) => each === 0 || !finals.includes(each)).map((each) => name('s', each)),
        ...(to !== undefined && { to: name('s', to) }),
        ...(approvals && {
          approvals: { of: [], inTurn: false, refusal: 'one', place },
        }),
      })),
      timers: [],
      declared: true,
    },
    permissions: {
      fields: {},
      ...(openers && { open: { roles: Object.fromEntries(openers.map((role) => [role, true])), place } }),
    },
  } as unknown as Entity;
}

const edgesOf = (entity: Entity) =>
  entity.lifecycle.actions.flatMap((action) =>
    action.from.map((from) => ({
      action,
      from,
      to: action.to,
      direction: getLifecyclePresentation(entity).direction(action, from),
    })),
  );

describe('the laws of courses', () => {
  it('onward actions never lead in a circle', () => {
    fc.assert(
      fc.property(lifecycles, (drawn) => {
        const entity = built(drawn);
        const onward = edgesOf(entity).filter(({ direction }) => direction === 'onward');
        let reached = new Set(onward.map(({ from }) => from));
        for (let step = 0; step <= entity.lifecycle.states.length; step++)
          reached = new Set(onward.filter(({ from }) => reached.has(from)).map(({ to }) => to!));
        expect([...reached]).toEqual([]);
      }),
    );
  });

  it('what goes on from a state does not also go back to it', () => {
    fc.assert(
      fc.property(lifecycles, (drawn) => {
        const edges = edgesOf(built(drawn));
        const onward = edges.filter(({ direction }) => direction === 'onward');
        const there = new Set(onward.map(({ from, to }) => `${from} ${to}`));
        expect(onward.filter(({ from, to }) => there.has(`${to} ${from}`))).toEqual([]);
      }),
    );
  });

  it('a good end that can be reached without a reason is reached by onward actions alone', () => {
    fc.assert(
      fc.property(lifecycles, (drawn) => {
        const entity = built(drawn);
        const { stateTone } = getLifecyclePresentation(entity);
        const { states, initial } = entity.lifecycle;
        const edges = edgesOf(entity).filter(({ to, from }) => to !== undefined && to !== from);
        const reach = (start: string, steps: typeof edges): ReadonlySet<string> => {
          const found = new Set([start]);
          for (let step = 0; step < states.length; step++)
            for (const { from, to } of steps) if (found.has(from)) found.add(to!);
          return found;
        };
        const plain = reach(
          initial,
          edges.filter(({ action }) => action.reason === 'none'),
        );
        const onward = reach(
          initial,
          edges.filter(({ direction }) => direction === 'onward'),
        );
        const good = states.filter(({ key }) => stateTone(key) === 'good' && plain.has(key));
        expect(good.filter(({ key }) => !onward.has(key))).toEqual([]);
      }),
    );
  });

  it('every state and action has a tone, whatever things are called', () => {
    fc.assert(
      fc.property(lifecycles, (drawn) => {
        const entity = built(drawn);
        const renamed = built(drawn, (of, index) => `${of === 's' ? 'paid' : 'reject'}${9 - index}`);
        const tones = (each: Entity) =>
          each.lifecycle.states.map(({ key }) => getLifecyclePresentation(each).stateTone(key));
        const actions = (each: Entity) =>
          edgesOf(each).map(({ action, from }) => getLifecyclePresentation(each).actionTone(action, from));
        expect(tones(renamed)).toEqual(tones(entity));
        expect(actions(renamed)).toEqual(actions(entity));
        expect(STATE_TONES).toEqual(expect.arrayContaining(tones(entity)));
        expect(ACTION_TONES).toEqual(expect.arrayContaining(actions(entity)));
      }),
    );
  });

  it('a declared tone is the tone', () => {
    fc.assert(
      fc.property(lifecycles, fc.constantFrom(...STATE_TONES), fc.nat(), (drawn, tone, at) => {
        const entity = built(drawn);
        const { states } = entity.lifecycle;
        const declared = { ...states[at % states.length]!, tone };
        const toned = {
          ...entity,
          lifecycle: {
            ...entity.lifecycle,
            states: states.map((state) => (state.key === declared.key ? declared : state)),
          },
        };
        expect(getLifecyclePresentation(toned).stateTone(declared.key)).toBe(tone);
      }),
    );
  });
});
