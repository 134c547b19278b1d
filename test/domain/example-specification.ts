// Built by hand: every field type and kind of rule, with expressions as functions.
import { BUILT_IN_ERRORS } from '#specification/built-in-errors/built-in-errors.js';
import { NotEvaluable } from '#specification/values/not-evaluable.js';
import type {
  Action,
  ErrorCatalogueEntry,
  Entity,
  EntityName,
  Expression,
  Field,
  Grant,
  Place,
  RecordInScope,
  Scope,
  Specification,
  Template,
} from '#specification/model/specification.js';
import type { Row, Value } from '#specification/model/stored-value.js';

export const at = (section: Place['section'], line: number): Place => ({ section, line, column: 3 });

export function expression<T>(source: string, place: Place, evaluate: (scope: Scope) => T): Expression<T> {
  return { source, place, evaluate };
}

/** NotEvaluable where there is no value. */
export function needed<T extends Value>(record: RecordInScope | undefined, key: string): T {
  const value = record?.fields[key] ?? null;
  if (value === null) throw new NotEvaluable(`${key} is missing`);
  return value as T;
}

export function template(source: string): Template {
  const part = (scope: Scope, path: string): unknown => {
    const [head, key = ''] = path.split('.');
    if (head === 'with') return scope.with?.[key];
    const record = scope.record;
    if (head === 'record') return key === 'number' ? record?.number : record?.fields[key];
    return record?.fields[path];
  };
  return {
    source,
    render: (scope) => source.replace(/\{([\w.]+)\}/g, (_, path: string) => String(part(scope, path) ?? '')),
  };
}

export function field(key: string, type: Field['type'], more: Partial<Field> = {}): Field {
  const title = key[0]!.toUpperCase() + key.slice(1);
  const plain = {
    required: false,
    multiline: false,
    places: 2,
    choices: [],
    accept: [],
    fields: [],
    unique: false,
    aliases: [],
  };
  return { key, type, title, place: at(3, 20), ...plain, ...more };
}

export function action(key: string, from: string[], to: string, more: Partial<Action> = {}): Action {
  const title = key[0]!.toUpperCase() + key.slice(1);
  return {
    key,
    title,
    from,
    to,
    by: [],
    ask: [],
    reason: 'none',
    not: [],
    aliases: [],
    place: at(4, 50),
    ...more,
  };
}

const errors: Record<string, ErrorCatalogueEntry> = Object.fromEntries(
  Object.entries(BUILT_IN_ERRORS).map(([code, { kind, message, remedy }]) => [
    code,
    { code, kind, message: template(message), ...(remedy !== undefined && { remedy: template(remedy) }) },
  ]),
);

const isOwn = expression('record.requestedBy == user.id', at(6, 71), ({ record, user }) => {
  return needed(record, 'requestedBy') === user?.id;
});

const total = expression<Value>(
  'record.lines.map(l, l.quantity * l.price).sum()',
  at(3, 25),
  ({ record }) => {
    const rows = needed<readonly Row[]>(record, 'lines');
    return rows.reduce((sum, { quantity, price }) => sum + Number(quantity ?? 0) * Number(price ?? 0), 0);
  },
);

const grant = (roles: Grant['roles']): Grant => ({ roles, place: at(6, 70) });

export const REQUEST: Entity = {
  key: 'Request',
  name: 'Request' as EntityName,
  title: 'Request',
  plural: 'Requests',
  place: at(3, 10),
  number: {
    source: 'PR-{year}-{seq:4}',
    place: at(3, 11),
    digits: 4,
    scope: (year) => `PR-${year}-`,
    format: (year, sequence) => `PR-${year}-${String(sequence).padStart(4, '0')}`,
  },
  recordTitle: template('{number} {title}'.replace('{number}', '{record.number}')),
  summary: [],
  fields: [
    field('title', 'text', { required: true, max: 120 }),
    field('department', 'choice', {
      choices: ['Research', 'Sales', 'Workshop'].map((value) => ({ value, title: value })),
    }),
    field('supplier', 'reference', { to: 'Supplier' }),
    field('lines', 'table', {
      fields: [
        field('item', 'text', { required: true }),
        field('quantity', 'integer', { min: 1 }),
        field('price', 'money', { currency: 'EUR' }),
      ],
    }),
    field('amount', 'money', { computed: total, currency: 'EUR' }),
    field('vat', 'money', {
      computed: expression<Value>('record.amount * 0.19', at(3, 26), ({ record }) =>
        Math.round(needed<number>(record, 'amount') * 0.19),
      ),
    }),
    field('weight', 'decimal', { places: 3, min: 0, max: 1_000_000 }),
    field('urgent', 'boolean'),
    field('neededOn', 'date'),
    field('meeting', 'dateTime'),
    field('requestedBy', 'user', {
      default: expression<Value>('user', at(3, 27), ({ user }) => user!.id),
    }),
    field('iban', 'text', { personal: 'requestedBy', pattern: '[A-Z]{2}[0-9 ]+' }),
    field('visitor', 'text', { personal: 'record' }),
    field('reference', 'text', { unique: true }),
    field('paidOn', 'date', { required: true }),
    field('quote', 'file'),
    field('note', 'text', { multiline: true }),
  ],
  lifecycle: {
    initial: 'draft',
    declared: true,
    timers: [],
    states: [
      { key: 'draft', title: 'Draft', final: false, place: at(4, 40) },
      { key: 'submitted', title: 'Waiting for approval', final: false, place: at(4, 41) },
      { key: 'approved', title: 'Approved', final: false, place: at(4, 42) },
      { key: 'rejected', title: 'Rejected', final: true, place: at(4, 43) },
      { key: 'paid', title: 'Paid', final: true, place: at(4, 44) },
    ],
    actions: [
      action('submit', ['draft'], 'submitted', { by: ['requester'] }),
      action('approve', ['submitted'], 'approved', {
        by: ['budgetHolder'],
        not: [
          expression('record.requestedBy', at(4, 51), ({ record }) => needed<string>(record, 'requestedBy')),
          expression('record.openedBy', at(4, 53), ({ record }) => record!.openedBy),
        ],
      }),
      action('reject', ['submitted'], 'rejected', { by: ['budgetHolder'], reason: 'required' }),
      action('pay', ['approved'], 'paid', {
        by: ['finance'],
        ask: ['paidOn'],
        guard: expression(
          'record.amount < 10000',
          at(4, 52),
          ({ record }) => needed<number>(record, 'amount') < 1_000_000,
        ),
      }),
      action('reopen', ['rejected'], 'draft', { by: ['budgetHolder'], reason: 'optional' }),
      { ...action('ping', ['draft', 'submitted'], ''), to: undefined },
    ],
  },
  rules: [
    {
      id: 'R1',
      entity: 'Request',
      in: ['submitted', 'approved'],
      check: expression('record.amount > 0', at(5, 61), ({ record }) => needed<number>(record, 'amount') > 0),
      error: 'AMOUNT_MISSING',
      fields: ['lines'],
      place: at(5, 61),
    },
  ],
  permissions: {
    place: at(6, 69),
    open: grant({ requester: true }),
    read: grant({ requester: isOwn, budgetHolder: true, finance: true }),
    edit: grant({ requester: isOwn, finance: true }),
    fields: { iban: { read: grant({ finance: true }), edit: grant({ requester: true, finance: true }) } },
  },
};

export const SUPPLIER: Entity = {
  ...REQUEST,
  key: 'Supplier',
  title: 'Supplier',
  plural: 'Suppliers',
  number: undefined,
  recordTitle: template('{name}'),
  summary: [],
  fields: [field('name', 'text', { required: true, unique: true })],
  lifecycle: {
    initial: 'open',
    declared: false,
    timers: [],
    actions: [],
    states: [{ key: 'open', title: 'Open', final: false, place: at(4, 39) }],
  },
  rules: [],
  permissions: { fields: {} },
};

export const EXAMPLE: Specification = {
  key: 'purchasing',
  name: 'Purchase requests',
  locale: 'en',
  timeZone: 'Europe/Berlin',
  currency: 'EUR',
  text: '# Specification',
  sections: [],
  screens: [],
  dashboards: [],
  entities: { Request: REQUEST, Supplier: SUPPLIER },
  roles: {
    requester: { key: 'requester', title: 'Staff', everyone: true, place: at(6, 65) },
    budgetHolder: { key: 'budgetHolder', title: 'Budget holder', everyone: false, place: at(6, 66) },
    finance: { key: 'finance', title: 'Finance', everyone: false, place: at(6, 67) },
  },
  calls: [],
  receives: [],
  errors: {
    ...errors,
    AMOUNT_MISSING: {
      code: 'AMOUNT_MISSING',
      message: template('{record.number} costs nothing yet.'),
      remedy: template('Add at least one line with a price.'),
      kind: 'invalid',
      place: at(8, 80),
    },
  },
  constants: {},
  limits: {
    opensPerUserPerDay: 50,
    text: 4000,
    comment: 1000,
    reason: 500,
    rows: 20,
    attachment: 1,
    retention: {},
    places: { opensPerUserPerDay: at(9, 90) },
  },
  later: [],
};
