import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkDocument } from '#specification/check-document.js';
import { BUILT_IN_ERRORS } from '#specification/built-in-errors/built-in-errors.js';
import type { Entity } from '#specification/model/specification.js';
import { documentOf, fixture, mended, shown, valid } from './documents.js';

describe('given the example of the design', () => {
  it('when it is checked, then exactly its three dangling references are reported, with their places', () => {
    expect(
      checkDocument(fixture('design-example.md')).problems.map(
        ({ line, column, message }) => `${line}:${column} ${message}`,
      ),
    ).toEqual([
      '51:65 no field `paidOn` in Request',
      '78:20 no field `orderNumber` in Request',
      '80:45 no field `budgetHolder` in Request',
    ]);
  });

  it('when these are mended, then it is valid, and says what runs only later', () => {
    const specification = valid(mended());
    expect(specification.later.map(({ what }) => what)).toEqual(['retention of Request']);
    expect(specification.later.every(({ place }) => place.line > 1 && place.column > 0)).toBe(true);
  });

  it('when it is valid, then every section is found with its content', () => {
    const { sections, text } = valid(mended());
    expect(text).toBe(mended());
    expect(sections.map(({ number, shown: isShown, line }) => [number, isShown, line])).toEqual([
      [1, true, 3],
      [2, true, 11],
      [3, true, 19],
      [4, true, 40],
      [5, true, 58],
      [6, true, 63],
      [7, true, 73],
      [8, true, 85],
      [9, true, 91],
    ]);
    expect(sections[0]?.content[0]).toEqual({
      kind: 'prose',
      markdown: 'Staff ask before money is spent. Budget holders decide. Finance pays.',
      line: 4,
    });
    expect(sections[0]?.content[1]).toMatchObject({ kind: 'yaml', line: 6 });
  });

  it('when it is valid, then fields are as they were declared', () => {
    const request = valid(mended()).entities['Request'];
    expect(request?.fields.map(({ key, title, type }) => `${key} ${title} ${type}`)).toEqual([
      'title Title text',
      'department Department choice',
      'supplier Supplier reference',
      'lines Lines table',
      'amount Amount money',
      'requestedBy Requested by user',
      'iban Iban text',
      'budgetHolder Budget holder user',
      'orderNumber Order number text',
      'paidOn Paid on date',
      'quote Quote file',
    ]);
    const [title, department, supplier, lines, amount, , iban] = request?.fields ?? [];
    expect(title).toMatchObject({ required: true, max: 120, unique: false, place: { section: 3 } });
    expect(department?.choices).toEqual([
      { value: 'Research', title: 'Research' },
      { value: 'Sales', title: 'Sales' },
      { value: 'Workshop', title: 'Workshop' },
    ]);
    expect(supplier?.to).toBe('Supplier');
    expect(lines?.fields.map(({ key }) => key)).toEqual(['item', 'quantity', 'price']);
    expect(amount).toMatchObject({
      currency: 'EUR',
      places: 2,
      computed: { source: 'record.lines.map(l, l.quantity * l.price).sum()' },
    });
    expect(iban?.personal).toBe('requestedBy');
    expect(request?.fields.at(-1)?.max).toBe(10 * 1024 * 1024);
  });

  it('when it is valid, then states and actions are as they were declared', () => {
    const lifecycle = valid(mended()).entities['Request']?.lifecycle;
    expect(lifecycle).toMatchObject({ initial: 'draft', declared: true });
    expect(lifecycle?.states.map(({ key, final }) => `${key} ${final}`)).toEqual([
      'draft false',
      'submitted false',
      'approved false',
      'rejected true',
      'paid true',
    ]);
    const approve = lifecycle?.actions.find(({ key }) => key === 'approve');
    expect(approve).toMatchObject({
      from: ['submitted'],
      to: 'approved',
      by: ['budgetHolder'],
      reason: 'none',
      sign: 'I approve this spending',
    });
    expect(lifecycle?.actions.find(({ key }) => key === 'reject')?.reason).toBe('required');
    expect(lifecycle?.timers).toMatchObject([
      { key: 'remind', in: ['submitted'], after: 'P3D', calls: ['remindBudgetHolder'] },
    ]);
  });

  it('when it is valid, then rules and permissions are as they were declared', () => {
    const { entities, roles } = valid(mended());
    const request = entities['Request'] as Entity;
    expect(request.rules).toMatchObject([
      { id: 'R1', in: ['submitted', 'approved'], error: 'AMOUNT_MISSING', fields: ['lines'] },
    ]);
    expect(roles['requester']).toMatchObject({ title: 'Staff', everyone: true });
    expect(request.permissions.open?.roles).toEqual({ requester: true });
    expect(request.permissions.read?.roles['budgetHolder']).toBe(true);
    expect(request.permissions.read?.roles['requester']).toMatchObject({
      condition: { field: 'fields.requestedBy', is: '==', to: { user: 'id' } },
    });
    expect(request.permissions.fields['iban']?.edit?.roles).toEqual({ requester: true, finance: true });
  });

  it('when it is valid, then errors, constants and limits are as they were declared', () => {
    const { errors, constants, limits } = valid(mended());
    expect(errors['AMOUNT_MISSING']).toMatchObject({ kind: 'invalid', place: { section: 8 } });
    expect(errors['NOT_FOUND']?.kind).toBe('not found');
    expect(constants['twoEyesLimit']?.values).toEqual([{ text: '5000 EUR', from: '2026-01-01' }]);
    expect(limits).toMatchObject({ opensPerUserPerDay: 50, attachment: 10_485_760, text: 10_000, rows: 200 });
    expect({ ...limits.retention }).toMatchObject({ Request: { keep: 'P10Y', in: ['rejected', 'paid'] } });
  });
});

describe('given a document in which nothing is shown', () => {
  const blank = documentOf({});

  it('when it is checked, then it is valid and has the defaults', () => {
    const specification = valid(blank);
    expect(specification).toMatchObject({
      key: 'things',
      name: 'Things',
      locale: 'en',
      timeZone: 'UTC',
      currency: 'EUR',
      screens: [],
      calls: [],
      later: [],
      limits: { text: 10_000, comment: 10_000, reason: 1_000, rows: 200, attachment: 10_485_760 },
    });
    expect(Object.keys(specification.entities)).toEqual([]);
    expect(Object.keys(specification.errors)).toEqual(Object.keys(BUILT_IN_ERRORS));
    expect(specification.sections.map((section) => section.shown)).toEqual(Array(9).fill(false));
  });

  it.each(['NOT SHOWN.', 'not shown', 'Not shown.  '])(
    'when a section says `%s`, then that counts as well',
    (words) => {
      expect(valid(blank.replaceAll('not shown.', words)).sections.every((section) => !section.shown)).toBe(
        true,
      );
    },
  );

  it.each([
    ['Specification: Größe & Maß', 'grosse-mass', 'Größe & Maß'],
    ['Specification: 2026 plans', 'plans', '2026 plans'],
    ['specification:  permits ', 'permits', 'Permits'],
    ['Specification: 日本', 'application', '日本'],
  ])('when its title is “%s”, then its key is `%s` and its name “%s”', (title, key, name) => {
    expect(valid(documentOf({}, title))).toMatchObject({ key, name });
  });
});

describe('given the specifications Daybook brings along', () => {
  const folder = 'specifications';
  it.each(readdirSync(folder).filter((name) => name.endsWith('.md')))(
    'when %s is checked, then it is valid',
    (name) => {
      expect(checkDocument(readFileSync(join(folder, name))).problems.map(shown)).toEqual([]);
    },
  );
});
