// The refusal names the line; nothing is decided without a result.
import { describe, expect, it } from '@jest/globals';
import type { Actor } from '#domain/permissions.js';
import type { RecordDecisionContext } from '#domain/record/decision-context.js';
import { listOfferedActions } from '#domain/record/lifecycle/offered-actions.js';
import { decideRecord } from '#domain/record/decide-record.js';
import { OpenRecord, type RecordInput } from '#domain/record/record-commands.js';
import { createUnopenedRecord } from '#domain/record/record-state.js';
import { Refused, type Reason } from '#domain/refusal.js';
import type { Entity } from '#specification/model/specification.js';
import { documentOf, valid } from '#test/specification/documents.js';

const ID = '01930000-0000-7000-8000-000000000001';
const PAIRS = 'record.lines.all(a, record.lines.all(b, record.lines.all(c, a.n + b.n + c.n >= 0)))';
const ada: Actor = { id: 'ada', name: 'Ada', roles: ['staff'] };

const aboutLines = (more: { field?: string; action?: string; rule?: string }) =>
  documentOf({
    3: `entities:
  Order:
    fields:
      lines: { type: table, fields: { n: integer } }
      price: decimal
      code: { type: text, pattern: "(a+)+b", max: 100000 }
      ${more.field ?? 'other: text'}`,
    4: `lifecycles:
  Order:
    states: { draft: { title: Draft }, done: { title: Done } }
    actions:
      finish: { from: draft, to: done${more.action ?? ''} }`,
    5: more.rule === undefined ? 'rules: {}' : `rules:\n  R1: { on: Order, check: "${more.rule}" }`,
    6: 'roles: { staff: { title: Staff, everyone: true } }',
    9: 'limits: { rows: 5000 }',
  });

function decisionContextOf(document: string): RecordDecisionContext & { readonly entity: Entity } {
  const specification = valid(document);
  const known = { records: new Map(), people: new Set<string>(), fromLogs: new Set<string>(), opensToday: 0 };
  const entity = specification.entities['Order']!;
  return { specification, entity, user: ada, now: '2026-11-20T10:00:00.000Z', known, number: null };
}

function refusalOf(document: string, input: RecordInput): readonly Reason[] {
  try {
    const command = new OpenRecord({
      application: 'things',
      entity: 'Order',
      id: ID,
      input,
      context: { actor: 'ada', commandId: 'c1' },
    });
    decideRecord(createUnopenedRecord(ID), command, decisionContextOf(document));
    return [];
  } catch (error) {
    if (error instanceof Refused) return error.reasons;
    throw error;
  }
}

const lineOf = (document: string, text: string) =>
  document.split('\n').findIndex((line) => line.includes(text)) + 1;
const lines = Array.from({ length: 500 }, () => ({ n: 1 }));

describe('given a table that makes an expression exceed its budget', () => {
  it('when a rule evaluates it, then the refusal names the rule and its line', () => {
    const document = aboutLines({ rule: PAIRS });
    expect(refusalOf(document, { lines: lines.slice(0, 10) })).toEqual([]);
    const [reason] = refusalOf(document, { lines });
    expect(reason).toMatchObject({ code: 'TOO_MUCH_TO_COMPUTE', kind: 'invalid', rule: 'R1' });
    expect(reason?.message).toBe('Rule R1 takes too many steps to work out for this record.');
    expect(reason?.place).toMatchObject({ section: 5, line: lineOf(document, 'R1:') });
  });

  it('when a computed field evaluates it, then it is refused and nothing is stored', () => {
    const document = aboutLines({ field: `fine: { type: boolean, computed: "${PAIRS}" }` });
    const [reason] = refusalOf(document, { lines });
    expect(reason).toMatchObject({ code: 'TOO_MUCH_TO_COMPUTE', fields: ['fine'] });
    expect(reason?.place).toMatchObject({ section: 3, line: lineOf(document, 'fine:') });
  });

  it.each([
    ['a guard', `, guard: "${PAIRS}"`],
    ['who may not', `, not: "${PAIRS} ? 'nobody' : user.id"`],
  ])('when %s asks, then the action is not offered, and says why', (_, action) => {
    const document = aboutLines({ action });
    const decisionContext = decisionContextOf(document);
    const record = {
      id: ID,
      number: null,
      state: 'draft',
      openedBy: 'ada',
      openedAt: decisionContext.now,
      assignee: null,
    };
    const offered = (rows: typeof lines) =>
      listOfferedActions(decisionContext, { ...record, fields: { lines: rows } })[0]?.reasons.map(
        ({ code, place }) => [code, place?.line],
      );
    expect(offered(lines.slice(0, 10))).toEqual([]);
    expect(offered(lines)).toEqual([['TOO_MUCH_TO_COMPUTE', lineOf(document, 'finish:')]]);
  });
});

describe('given many expressions that together exceed the budget', () => {
  const MANY = 40;
  const pairs = 'record.lines.all(a, record.lines.all(b, a.n + b.n >= 0))';
  const document = aboutLines({ rule: pairs }).replace(/^ {2}R1: (.*)$/m, (_, rule: string) =>
    Array.from({ length: MANY }, (__, index) => `  R${index}: ${rule}`).join('\n'),
  );

  it('when one decision evaluates them, then the first one over the budget is named', () => {
    expect(refusalOf(document, { lines: lines.slice(0, 10) })).toEqual([]);
    const reasons = refusalOf(document, { lines: lines.slice(0, 100) });
    expect(new Set(reasons.map(({ code }) => code))).toEqual(new Set(['TOO_MUCH_TO_COMPUTE']));
    expect(reasons.length).toBeLessThan(MANY);
    expect(reasons[0]?.rule).not.toBe('R0');
  });

  it('when a page lists the offered actions, then those over the budget are left to the decision', () => {
    const decisionContext = decisionContextOf(document);
    const { length } = decisionContext.entity.rules;
    let asked = 0;
    const rules = decisionContext.entity.rules.map((rule) => ({
      ...rule,
      check: {
        ...rule.check,
        evaluate: (scope: Parameters<typeof rule.check.evaluate>[0]) => {
          const answer = rule.check.evaluate(scope);
          asked += 1;
          return answer;
        },
      },
    }));
    const record = {
      ...{
        id: ID,
        number: null,
        state: 'draft',
        openedBy: 'ada',
        openedAt: decisionContext.now,
        assignee: null,
      },
      fields: { lines: lines.slice(0, 100) },
    };
    const [offer] = listOfferedActions(
      { ...decisionContext, entity: { ...decisionContext.entity, rules } },
      record,
    );
    expect(offer?.reasons).toEqual([]);
    expect([length, asked < length]).toEqual([MANY, true]);
  });
});

describe('given texts made to be slow to match', () => {
  it.each([
    ['a pattern with a repeat in a repeat', { code: 'a'.repeat(100_000) }, 'PATTERN'],
    [
      'a number with a hundred thousand zeros after the point',
      { price: `1.${'0'.repeat(300_000)}1` },
      'WRONG_TYPE',
    ],
    ['a number with groups without end', { price: `1${'.000'.repeat(100_000)},x` }, 'WRONG_TYPE'],
  ])('when it is %s, then it is refused as any other', (_, input, code) => {
    expect(refusalOf(aboutLines({}), input).map((reason) => reason.code)).toEqual([code]);
  });
});
