// Includes forms with errors and with a conflict.
import { createCompleteChoiceList } from '#views/view-models/choices.js';
import type { FormPage, FormInput } from '#views/view-models/form.js';
import { frame } from './frame.js';
import { amountMissing } from './refusals.js';
import { money, text } from './values.js';

const plain = { type: 'text', required: false, multiline: false, value: '', errors: [] } as const;
const COLUMNS = [
  { key: 'item', title: 'Item', required: true },
  { key: 'quantity', title: 'Quantity', required: false },
  { key: 'price', title: 'Price', required: false },
];

const cells = (
  row: number,
  item: string,
  quantity: string,
  price: string,
  error?: string,
): readonly FormInput[] => [
  { ...plain, key: `lines.${row}.item`, title: 'Item', required: item !== '', value: item },
  { ...plain, key: `lines.${row}.quantity`, title: 'Quantity', type: 'integer', value: quantity },
  {
    ...plain,
    key: `lines.${row}.price`,
    title: 'Price',
    type: 'money',
    currency: 'EUR',
    value: price,
    errors: error === undefined ? [] : [error],
  },
];

const options = (...titles: string[]) =>
  createCompleteChoiceList(titles.map((title) => ({ value: title, title })));

const inputs: readonly FormInput[] = [
  {
    ...plain,
    key: 'title',
    title: 'Title',
    required: true,
    maxLength: 120,
    value: 'Microscope for the cell laboratory',
  },
  {
    ...plain,
    key: 'department',
    title: 'Department',
    type: 'choice',
    required: true,
    options: options('Research', 'Sales', 'Workshop'),
    value: '',
    errors: ['Choose department'],
  },
  {
    ...plain,
    key: 'supplier',
    title: 'Supplier',
    type: 'reference',
    options: options('Optik Brandt GmbH', 'Büro Lenz'),
    value: 'Optik Brandt GmbH',
  },
  { ...plain, key: 'code', title: 'Code', follows: 'supplier' },
  {
    ...plain,
    key: 'why',
    title: 'What it is for',
    multiline: true,
    value: 'The old one has no camera port.\nStudents queue for it.',
    help: 'Two or three sentences.',
  },
  {
    ...plain,
    key: 'lines',
    title: 'Lines',
    type: 'table',
    columns: COLUMNS,
    rows: [
      cells(0, 'Inverted phase contrast microscope', '1', '3890.00'),
      cells(1, 'Plan objective 40×', '2', '412,5', 'Price is not an amount of money.'),
      cells(2, '', '', ''),
    ],
  },
  {
    ...plain,
    key: 'amount',
    title: 'Amount',
    type: 'money',
    currency: 'EUR',
    value: '4715.00',
    readOnly: true,
    why: 'Computed from the lines.',
  },
  { ...plain, key: 'neededBy', title: 'Needed by', type: 'date', value: '2026-12-15' },
  { ...plain, key: 'limit', title: 'Most it may cost', type: 'money', currency: 'EUR', value: '5000.00' },
  { ...plain, key: 'urgent', title: 'It is urgent', type: 'boolean', value: 'true' },
  { ...plain, key: 'iban', title: 'IBAN', personal: true, value: 'DE89 3704 0044 0532 0130 00' },
  { ...plain, key: 'costCentre', title: 'Cost centre', hidden: true },
];

const withoutErrors = (input: FormInput): FormInput => ({
  ...input,
  errors: [],
  rows: input.rows?.map((row) => row.map(withoutErrors)),
});

export const form: FormPage = {
  frame: frame('New request', '/purchasing/requests/new'),
  heading: 'New request',
  help: 'A request holds **what** is bought and **what for**. Lines without a price do not count.',
  action: '/purchasing/requests/new',
  hidden: { commandId: '0199aa00-0000-7000-8000-00000000c0de', id: '0199aa00-0000-7000-8000-0000000000ff' },
  inputs,
  reason: undefined,
  refusals: [
    amountMissing,
    {
      code: 'REQUIRED',
      message: 'Choose department',
      fields: ['department'],
    },
  ],
  conflicts: [],
  submit: 'Open request',
  cancel: '/purchasing/requests',
};

export const newForm: FormPage = {
  ...form,
  refusals: [],
  inputs: inputs.map(withoutErrors),
};

export const conflictForm: FormPage = {
  ...form,
  heading: 'Edit PR-2026-0248',
  submit: 'Save',
  refusals: [
    {
      code: 'CHANGED_MEANWHILE',
      message: 'It has been changed since you opened it.',
      remedy: 'Look at the differences and choose.',
      fields: ['limit'],
    },
  ],
  inputs: inputs.map(withoutErrors),
  conflicts: [
    {
      field: 'limit',
      title: 'Most it may cost',
      base: money('limit', 'Most it may cost', 500_000),
      theirs: money('limit', 'Most it may cost', 450_000),
      yours: money('limit', 'Most it may cost', 520_000),
      by: 'Jonas Weber',
      at: '2026-11-20T09:12:00.000Z',
    },
    {
      field: 'title',
      title: 'Title',
      base: text('title', 'Title', 'Microscope'),
      theirs: text('title', 'Title', 'Microscope for the teaching laboratory'),
      yours: text('title', 'Title', 'Microscope for the cell laboratory'),
      by: 'Jonas Weber',
      at: '2026-11-20T09:12:00.000Z',
    },
  ],
};

export const actionForm: FormPage = {
  ...form,
  heading: 'Reject PR-2026-0248',
  help: undefined,
  subject: {
    state: { title: 'Waiting for approval', tone: 'waiting' },
    summary: [money('amount', 'Amount', 480_000), text('supplier', 'Supplier', 'Werkzeug Brandl')],
    rounds: [
      {
        title: 'Approve by two',
        needed: 2,
        approved: [{ who: 'Thomas Okafor', at: '2026-11-19T09:12:00.000Z' }],
        refused: [],
        isRefused: false,
        proposed: [],
        waitsFor: 'you, as Budget holder',
      },
    ],
    next: 'Rejected',
    canUndo: false,
  },
  inputs: [],
  refusals: [
    {
      code: 'REASON_REQUIRED',
      message: 'Enter a reason',
      fields: ['reason'],
    },
  ],
  reason: { required: true, value: '   ', errors: ['Enter a reason'] },
  submit: 'Reject',
};
