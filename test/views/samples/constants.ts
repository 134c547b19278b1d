import type { ConstantsPage } from '#views/view-models/constants.js';
import { frame } from './frame.js';

const HERE = '/purchasing/specification/constants';
const source = (line: number) => ({ line, href: `/purchasing/specification#line-${line}` });

export const constants: ConstantsPage = {
  frame: frame('Constants', HERE),
  back: { href: '/purchasing/specification', title: 'Specification' },
  action: HERE,
  constants: [
    {
      key: 'twoEyesLimit',
      title: 'Limit for two approvals',
      held: [{ text: '5000 EUR' }],
      from: '2020-01-01',
      earlier: [{ text: '2500 EUR' }],
      next: [{ from: '2027-01-01', text: '6000 EUR' }],
      changedBy: 'Finance',
      source: source(480),
    },
    {
      key: 'invoiceTolerance',
      title: 'Tolerance of invoices',
      held: [
        { of: 'Workshop', text: '50 EUR' },
        { of: 'all others', text: '25 EUR' },
      ],
      earlier: [],
      next: [],
      changedBy: 'Finance',
      source: source(482),
    },
    {
      key: 'approvers',
      title: 'Approvers',
      held: [
        { of: 'record.amount > constants.twoEyesLimit', text: '2' },
        { of: 'all others', text: '1' },
      ],
      earlier: [],
      next: [],
      source: source(481),
    },
  ],
  form: {
    action: HERE,
    hidden: { commandId: 'a-command', seen: '3-1' },
    inputs: [
      { name: 'value-twoEyesLimit-0', title: 'Limit for two approvals', value: '5000 EUR', errors: [] },
      {
        name: 'value-invoiceTolerance-0',
        title: 'Tolerance of invoices, Workshop',
        value: '50 EUR',
        errors: [],
      },
      {
        name: 'value-invoiceTolerance-1',
        title: 'Tolerance of invoices, all others',
        value: '25 EUR',
        errors: [],
      },
    ],
    from: { name: 'from', value: '2026-11-20', errors: [] },
    reason: { name: 'reason', value: '', errors: [] },
  },
  history: [
    {
      what: 'Limit for two approvals',
      before: '5000 EUR',
      text: '6000 EUR',
      from: '2027-01-01',
      by: 'Fay Finance',
      at: '2026-11-19T10:12:00.000Z',
      reason: 'Decided by the board on 18 November.',
    },
  ],
  refusals: [],
};

const { form: _, ...withoutForm } = constants;

export const constantsOnDay: ConstantsPage = {
  ...withoutForm,
  past: {
    day: '2026-05-03',
    version: 2,
    href: '/purchasing/specification?version=2',
    isBeforeFirst: false,
  },
};

export const constantsRefused: ConstantsPage = {
  ...constants,
  form: {
    ...constants.form!,
    inputs: constants.form!.inputs.map((input, index) =>
      index > 0
        ? input
        : {
            ...input,
            value: '6000 USD',
            errors: ['Limit for two approvals is not money in EUR. Write it like 5000 EUR.'],
          },
    ),
  },
  refusals: [
    {
      code: 'WRONG_TYPE',
      message: 'Limit for two approvals is not money in EUR.',
      remedy: 'Write it like 5000 EUR.',
      fields: ['twoEyesLimit'],
      source: { section: 9, ...source(480) },
    },
  ],
};

export const noConstants: ConstantsPage = {
  frame: constants.frame,
  back: constants.back,
  action: HERE,
  constants: [],
  history: [],
  refusals: [],
};
