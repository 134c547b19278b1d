import { describe, expect, it } from '@jest/globals';
import { ERASED } from '#specification/model/stored-value.js';
import type { Action, Entity, Scope } from '#specification/model/specification.js';
import { documentOf, valid } from './documents.js';

const paths = (document: string) =>
  valid(document).screens.map(
    ({ path, kind, entity, declared }) => `${path} ${kind} ${entity}${declared ? '' : ' (made up)'}`,
  );

const STATES =
  'lifecycles: { Request: { states: [draft, sent], actions: { send: { from: draft, to: sent } } } }';

describe('given entities without screens', () => {
  it('when they are read, then each has a list, a form, a detail page and, with states, a board', () => {
    expect(
      paths(
        documentOf({ 3: 'entities: { Request: {}, CorrectiveAction: {}, Company: {}, Box: {} }', 4: STATES }),
      ),
    ).toEqual([
      '/requests list Request (made up)',
      '/requests/board board Request (made up)',
      '/requests/new form Request (made up)',
      '/requests/{id} detail Request (made up)',
      '/corrective-actions list CorrectiveAction (made up)',
      '/corrective-actions/new form CorrectiveAction (made up)',
      '/corrective-actions/{id} detail CorrectiveAction (made up)',
      '/companies list Company (made up)',
      '/companies/new form Company (made up)',
      '/companies/{id} detail Company (made up)',
      '/boxes list Box (made up)',
      '/boxes/new form Box (made up)',
      '/boxes/{id} detail Box (made up)',
    ]);
  });

  it('when they are read, then lists show what can be listed, the latest first, and nothing personal', () => {
    const document = documentOf({
      3: 'entities: { Request: { number: "R-{seq}", fields: { title: text, long: { type: text, multiline: true }, kind: { type: choice, of: [a] }, owner: user, iban: { type: text, personal: owner }, lines: { type: table, fields: { x: text } } } } }',
      4: STATES,
    });
    const [list, board, form] = valid(document).screens;
    expect(list).toMatchObject({
      title: 'Requests',
      columns: ['number', 'title', 'kind', 'owner', 'state', 'openedAt'],
      filters: ['state', 'kind'],
      sort: { field: 'openedAt', descending: true },
    });
    expect(board).toMatchObject({ card: ['title', 'kind', 'owner'] });
    expect(form).toMatchObject({
      title: 'New request',
      fields: ['title', 'long', 'kind', 'owner', 'iban', 'lines'],
    });
  });
});

describe('given entities with some screens', () => {
  it('when a list is declared, then the others hang below the first one', () => {
    expect(
      paths(
        documentOf({
          2: 'screens: { /mine: { list: Request }, /all: { list: Request } }',
          3: 'entities: { Request: {} }',
        }),
      ),
    ).toEqual([
      '/mine list Request',
      '/all list Request',
      '/mine/new form Request (made up)',
      '/mine/{id} detail Request (made up)',
    ]);
  });

  it('when form and detail page are declared, then the list is found from them', () => {
    const screens =
      'screens: { /cases/new: { form: Request, fields: [title] }, "/cases/{id}": { detail: Request } }';
    const document = documentOf({ 2: screens, 3: 'entities: { Request: { fields: { title: text } } }' });
    expect(paths(document)).toEqual([
      '/cases/new form Request',
      '/cases/{id} detail Request',
      '/cases list Request (made up)',
    ]);
  });

  it('when a route is taken by another entity, then the made-up one gives way', () => {
    const document = documentOf({
      2: 'screens: { /boxes: { list: Request } }',
      3: 'entities: { Request: {}, Box: {} }',
    });
    expect(paths(document)).toContain('/boxes-2 list Box (made up)');
  });

  it('when a screen says where and who, then that is an expression and roles', () => {
    const document = documentOf({
      2: "screens: { /waiting: { list: Request, title: Waiting, where: record.state == 'sent', roles: boss, sort: title, columns: title } }",
      3: 'entities: { Request: { fields: { title: text } } }',
      4: STATES,
      6: 'roles: [boss]',
    });
    expect(valid(document).screens[0]).toMatchObject({
      title: 'Waiting',
      columns: ['title'],
      roles: ['boss'],
      sort: { field: 'title', descending: false },
      where: { condition: { field: 'state', is: '==', to: { value: 'sent' } }, place: { section: 2 } },
    });
  });
});

describe('given number formats', () => {
  const numberOf = (format: string) =>
    valid(documentOf({ 3: `entities: { A: { number: "${format}" } }` })).entities['A']?.number;

  it.each([
    ['PR-{year}-{seq:4}', 'PR-2026-', 'PR-2026-0007', 'PR-2026-12345'],
    ['{seq}', '', '7', '12345'],
    ['{seq:2}/{year}'.replace('/', '.'), '.2026', '07.2026', '12345.2026'],
  ])(
    'when one is `%s`, then its counter is “%s” and its numbers are like %s',
    (format, scope, seventh, large) => {
      const number = numberOf(format);
      expect([number?.scope(2026), number?.format(2026, 7), number?.format(2026, 12_345)]).toEqual([
        scope,
        seventh,
        large,
      ]);
    },
  );
});

const about = (fields: Record<string, unknown>, number: string | null = null): Scope => ({
  record: {
    id: '0190-abcdefgh',
    number,
    state: 'open',
    openedBy: 'u',
    openedAt: '2026-01-01T00:00:00.000Z',
    assignee: null,
    fields: fields as never,
  },
  now: '2026-01-01T00:00:00.000Z',
});

describe('given titles of records', () => {
  const titleOf = (entity: string) =>
    valid(documentOf({ 3: `entities: { Claim: ${entity} }` })).entities['Claim']?.recordTitle;
  const fields =
    'fields: { title: text, amount: money, due: date, kind: { type: choice, of: { a: First } }, owner: user, iban: { type: text, personal: owner } }';

  it('when one is declared, then its fields are written the way people write them', () => {
    const title = titleOf(
      `{ number: "C-{seq}", title: "{number} {title}: {amount}, {kind}, {{due}} {due}", ${fields} }`,
    );
    const scope = about({ title: 'Roof', amount: 125_050, kind: 'a', due: '2026-07-15' }, 'C-7');
    expect(title?.render(scope)).toBe('C-7 Roof: €1,250.50, First, {due} Jul 15, 2026');
  });

  it('when fields are missing or erased, then they are left out', () => {
    expect(
      titleOf(`{ title: "{title} {amount}", ${fields} }`)?.render(about({ title: ERASED, amount: 100 })),
    ).toBe('€1.00');
  });

  it('when nothing of it is given, then number or id stand for it', () => {
    const title = titleOf(`{ title: "{title}", ${fields} }`);
    expect(title?.render(about({}, 'C-8'))).toBe('C-8');
    expect(title?.render(about({}))).toBe('Claim abcdefgh');
  });

  it('when none is declared, then it is the first text that is not personal', () => {
    expect(
      titleOf('{ fields: { owner: user, iban: { type: text, personal: owner }, name: text } }')?.source,
    ).toBe('{name}');
    expect(titleOf('{ fields: { owner: user } }')?.source).toBe('{number}');
  });
});

describe('summary of an entity', () => {
  const summaryOf = (entity: string) =>
    valid(documentOf({ 3: `entities: { Claim: ${entity} }` })).entities['Claim']?.summary;

  it('names the fields that stand large at the top, in their order, one or several', () => {
    expect(summaryOf('{ summary: [due, amount], fields: { amount: money, due: date } }')).toEqual([
      'due',
      'amount',
    ]);
    expect(summaryOf('{ summary: amount, fields: { amount: money } }')).toEqual(['amount']);
  });

  it('is empty where the document names none', () => {
    expect(summaryOf('{ fields: { amount: money } }')).toEqual([]);
  });
});

describe('given the error catalogue', () => {
  const document = documentOf({
    1: 'locale: de',
    3: 'entities: { A: { fields: { amount: money } }, B: { fields: { count: { type: integer } } } }',
    5: 'rules: { R1: { on: A, check: record.amount > 0, error: NOTHING }, R2: { on: B, check: record.count > 0, error: NOTHING } }',
    8: 'errors: { NOTHING: { message: "{record.number} has {record.amount}{record.count}.", remedy: "Add {constants.least}." }, TOO_LONG: { message: "{with.field}!" }, SHORT: Just this., NOT_FOUND: { status: 410 } }',
    9: 'constants: { least: 5 EUR }',
  });
  const { errors } = valid(document);

  it('when a message is about a record, then it is written with what its entity has, in the language of the application', () => {
    const { message, remedy, kind } = errors['NOTHING'] ?? {};
    const scope = about({ amount: 1_250_000, count: 3 }, 'N1');
    expect(message?.render({ ...scope, record: { ...scope.record!, entity: 'A' } })).toBe(
      'N1 has 12.500\u00a0€.',
    );
    expect(message?.render({ ...scope, record: { ...scope.record!, entity: 'B' } })).toBe('N1 has 3.');
    expect(message?.render({ now: scope.now })).toBe(' has .');
    expect([remedy?.render(scope), kind]).toEqual(['Add 5\u00a0€.', 'invalid']);
  });

  it('when a built-in error is put in other words, then what was not said stays', () => {
    const scope: Scope = { now: '2026-01-01T00:00:00.000Z', with: { field: 'Title', max: 5 } };
    expect(errors['TOO_LONG']?.message.render(scope)).toBe('Title!');
    expect(errors['TOO_LONG']?.remedy?.render(scope)).toBe('Kürzen Sie es auf 5 Zeichen.');
    expect(errors['TOO_LONG']).toMatchObject({ kind: 'invalid', place: { section: 8 } });
    expect(errors['NOT_FOUND']).toMatchObject({ kind: 'not found', declaredStatus: 410 });
    expect(errors['SHORT']?.message.render(scope)).toBe('Just this.');
    expect(errors['TOO_SMALL']?.message.render({ ...scope, with: { field: 'Count', min: 3 } })).toBe(
      'Count: mindestens 3.',
    );
  });
});

describe('given fields with all their options', () => {
  it('when they are read, then bounds are in stored units and defaults are stored values', () => {
    const { entities } = valid(
      documentOf({
        1: 'currency: JPY',
        3: `entities:
  A:
    fields:
      a: { type: money, min: 0, max: 1000 }
      b: { type: money, currency: KWD, min: 0.125, default: 1.5 KWD }
      c: { type: decimal, places: 3, min: -1.5, default: 0.25 }
      d: { type: integer, default: 3 }
      e: { type: boolean, default: true }
      f: { type: date, default: today }
      g: { type: date, default: 2026-01-31 }
      h: { type: choice, of: [1, 2026, true, no], default: 2026 }
      i: { type: user, default: user }
      j: { type: text, default: "'x' + user.name", alias: [J, jot], aliases: jay, help: Helps }
      k: { type: file, max: 1.5 MB, accept: pdf }
      l: { type: text, max: 5, pattern: "[A-Z]+" }`,
      }),
    );
    const fields = Object.fromEntries((entities['A']?.fields ?? []).map((field) => [field.key, field]));
    const scope: Scope = {
      ...about({}),
      now: '2026-03-01T00:00:00.000Z',
      user: { id: 'u1', name: 'Una', roles: [] },
    };
    const defaults = Object.values(fields).flatMap((field) =>
      field.default ? [[field.key, field.default.evaluate(scope)]] : [],
    );
    expect(fields['a']).toMatchObject({ currency: 'JPY', places: 0, min: 0, max: 1000 });
    expect(fields['b']).toMatchObject({ currency: 'KWD', places: 3, min: 125 });
    expect(fields['c']).toMatchObject({ places: 3, min: -1500 });
    expect(fields['h']?.choices.map(({ value }) => value)).toEqual(['1', '2026', 'true', 'no']);
    expect(fields['j']).toMatchObject({ aliases: ['J', 'jot', 'jay'], help: 'Helps' });
    expect(fields['k']?.max).toBe(1_572_864);
    expect(Object.fromEntries(defaults)).toEqual({
      b: 1500,
      c: 250,
      d: 3,
      e: true,
      f: '2026-03-01',
      g: '2026-01-31',
      h: '2026',
      i: 'u1',
      j: 'xUna',
    });
  });
});

describe('given actions', () => {
  it('when they are read, then every way to write them is understood', () => {
    const { entities } = valid(
      documentOf({
        3: 'entities: { A: { fields: { x: text, owner: user } } }',
        4: `lifecycles:
  A:
    initial: idle
    states: { done: { final: true, title: Finished }, idle: , busy: Working }
    actions:
      start: { from: idle, to: busy, by: clerk, when: record.x != null, alias: T02 Start, ask: x, help: Go, reason: optional }
      stop: { from: '*', to: done, not: "record.owner == null ? '' : record.owner", title: Call it off }
      note: { from: [idle, busy], not: [record.owner, record.openedBy] }`,
        6: 'roles: { clerk: , boss: { everyone: true } }',
      }),
    );
    const { lifecycle } = entities['A'] as Entity;
    const [start, stop, note] = lifecycle.actions as [Action, Action, Action];
    expect(lifecycle).toMatchObject({
      initial: 'idle',
      states: [{ title: 'Finished', final: true }, { title: 'Idle' }, { title: 'Working' }],
    });
    expect(start).toMatchObject({
      from: ['idle'],
      by: ['clerk'],
      ask: ['x'],
      aliases: ['T02 Start'],
      reason: 'optional',
      help: 'Go',
    });
    expect(start.guard?.evaluate(about({ x: 'y' }))).toBe(true);
    expect(stop).toMatchObject({ from: ['idle', 'busy'], title: 'Call it off' });
    expect(stop.not.map((who) => who.evaluate(about({})))).toEqual([null]);
    expect(stop.not.map((who) => who.evaluate(about({ owner: 'u2' })))).toEqual(['u2']);
    expect(note.not.map((who) => who.evaluate(about({ owner: 'u2' })))).toEqual([
      'u2',
      about({}).record!.openedBy,
    ]);
    expect(start.not).toEqual([]);
    expect([note.to, note.by, note.reason]).toEqual([undefined, [], 'none']);
  });
});
