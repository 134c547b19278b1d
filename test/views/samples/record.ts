import { createCompleteChoiceList } from '#views/view-models/choices.js';
import type { ActionOffer, RecordPage } from '#views/view-models/record.js';
import { frame } from './frame.js';
import { history } from './timeline-items.js';
import { financeOnly, ownRequest } from './refusals.js';
import { choice, LINES, moment, money, STATES, supplier, text, user } from './values.js';

const HERE = '/purchasing/requests/id-248';

const offer = (key: string, title: string, rest: Partial<ActionOffer> = {}): ActionOffer => ({
  key,
  title,
  allowed: true,
  tone: 'quiet',
  isHere: true,
  href: `${HERE}/actions/${key}`,
  asks: false,
  commandId: `command-${key}`,
  refusals: [],
  ...rest,
});

export const record: RecordPage = {
  frame: {
    ...frame('PR-2026-0248', HERE),
    notice: 'Submitted: PR-2026-0001 Gloves. Next, Priya Raman: Approve.',
    noticeLinks: [{ href: `${HERE}/actions/takeBack`, title: 'Undo: Take back' }],
  },
  choose: { action: HERE, day: '2026-11-23' },
  id: 'id-248',
  number: 'PR-2026-0248',
  title: 'Microscope for the cell laboratory',
  entity: 'Request',
  state: {
    key: 'submitted',
    title: STATES.submitted,
    tone: 'waiting',
    final: false,
    since: '2026-11-20T10:00:00.000Z',
    age: { amount: 3, unit: 'day' },
  },
  states: Object.entries(STATES).map(([key, title]) => ({
    key,
    title,
    reached: key === 'draft' || key === 'submitted',
  })),
  next: { kind: 'waiting', sentence: '1 of 2 approvals are given: waiting for Thomas Okafor or Ana Sousa.' },
  version: 7,
  forOthers: [],
  rounds: [
    {
      title: 'Approve by two',
      needed: 2,
      approved: [{ who: 'Priya Raman', at: '2026-11-20T09:00:00.000Z' }],
      refused: [],
      isRefused: false,
      proposed: [],
      waitsFor: 'Thomas Okafor or Ana Sousa',
      refuse: {
        href: '/purchasing/requests/id-248/actions/approve/refuse',
        commandId: 'c-5',
        title: 'Refuse to sign',
        hint: 'You say no to “Approve by two”. The state stays “Waiting for approval”, and you can take it back.',
      },
    },
  ],
  signatures: [
    {
      who: 'Priya Raman',
      at: '2026-11-20T09:00:00.000Z',
      action: 'Approve by two',
      meaning: 'I approve this spending',
      demo: false,
      hash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    },
  ],
  summary: [
    money('amount', 'Amount', 499_500),
    supplier('Optik Brandt GmbH'),
    { key: 'neededBy', title: 'Needed by', type: 'date', value: '2026-12-15' },
  ],
  fields: [
    text('title', 'Title', 'Microscope for the cell laboratory'),
    choice('department', 'Department', 'Research'),
    user('requestedBy', 'Requested by', 'Ada Okafor'),
    { key: 'urgent', title: 'It is urgent', type: 'boolean', value: true },
    { ...text('iban', 'IBAN', null), hidden: true },
    { key: 'contact', title: 'Contact', type: 'text', value: { erased: true } },
    moment('orderedAt', 'Ordered', '2026-11-20T08:00:00.000Z'),
    text(
      'why',
      'What it is for',
      'The old one has no camera port.\nStudents queue for it on two afternoons a week.',
    ),
    {
      ...LINES,
      columns: [...LINES.columns!, { key: 'amount', title: 'Amount' }],
      rows: LINES.rows!.map((cells, row) => [
        ...cells,
        money('amount', 'Amount', [389_000, 82_500, 28_000][row]!),
      ]),
      sums: [null, null, null, money('amount', 'Amount', 499_500)],
    },
  ],
  emptyFields: [text('orderNumber', 'Order number', null)],
  upcoming: [
    { what: 'Next attempt to send “Reminder”', due: '2026-11-20T09:30:00.000Z' },
    {
      what: 'Remind the budget holder: mail to Thomas Okafor',
      due: '2026-11-24T09:00:00.000Z',
      ifStill: '“Waiting for approval”',
    },
  ],
  scheduled: '/purchasing/-/scheduled',
  calls: [
    {
      what: 'Order: not sent, given up.',
      why: 'Cause: it answered 503',
      refusals: [
        {
          code: 'ORDER_NOT_PLACED',
          message: 'The order was not placed.',
          remedy: 'Order it by telephone, and enter the number.',
          fields: [],
        },
      ],
    },
    {
      what: 'Reminder: not sent yet.',
      why: 'Cause: it answered 450.',
      refusals: [],
    },
  ],
  actions: [
    offer('sendBack', 'Send back', { asks: true, to: 'Draft' }),
    offer('withdraw', 'Withdraw', { tone: 'bad', help: 'Takes the request out of the list of open ones.' }),
    offer('approve', 'Approve', { allowed: false, tone: 'good', refusals: [ownRequest] }),
    offer('reject', 'Reject', { tone: 'bad', allowed: false, refusals: [ownRequest] }),
    offer('pay', 'Pay', { tone: 'good', isHere: false, allowed: false, refusals: [financeOnly] }),
  ],
  edit: undefined,
  editFields: {},
  fieldHistory: Object.fromEntries(['amount', 'supplier'].map((key) => [key, `${HERE}?of=${key}#history`])),
  editRefusals: [
    {
      code: 'WRONG_STATE',
      message: 'Edit is not possible while it is “Waiting for approval”.',
      remedy: 'It is possible in: Draft.',
      fields: [],
      source: { section: 6, line: 101, href: '/purchasing/specification#line-101' },
    },
  ],
  assignee: { id: 'id-jonas', name: 'Jonas Weber' },
  assign: {
    action: `${HERE}/assign`,
    commandId: 'command-assign',
    people: createCompleteChoiceList([
      { value: 'id-jonas', title: 'Jonas Weber' },
      { value: 'id-mira', title: 'Mira Kaya' },
    ]),
  },
  comment: { action: `${HERE}/comment`, commandId: 'command-comment', value: '', errors: [] },
  opened: { by: 'Ada Okafor', at: '2026-11-18T08:05:00.000Z' },
  changed: { by: 'Jonas Weber', at: '2026-11-20T09:41:00.000Z' },
  specification: { version: 3, href: '/purchasing/specification' },
  history,
  historyTabs: [
    { title: 'Everything', href: `${HERE}#history`, current: true },
    { title: 'Comments', href: `${HERE}?only=comments#history`, current: false, count: 1 },
    { title: 'Files', href: `${HERE}?only=files#history`, current: false, count: 2 },
  ],
  historyMore: `${HERE}?before=4102`,
  live: `${HERE}/live`,
  list: { href: '/purchasing/requests', title: 'Requests' },
};

/** Incomplete: submitting is refused, and the next step is to fill it in. */
export const draftRecord: RecordPage = {
  ...record,
  frame: { ...record.frame, notice: undefined },
  state: {
    key: 'draft',
    title: STATES.draft,
    tone: 'active',
    final: false,
    since: '2026-11-20T10:00:00.000Z',
    age: { amount: 3, unit: 'day' },
  },
  states: record.states.map((each) => ({ ...each, reached: each.key === 'draft' })),
  calls: [],
  actions: [
    offer('withdraw', 'Withdraw', { tone: 'bad', help: 'Takes the request out of the list of open ones.' }),
    offer('submit', 'Submit', { allowed: false, tone: 'good', refusals: [ownRequest, financeOnly] }),
  ],
  next: {
    kind: 'lacking',
    action: 'Submit',
    steps: [
      { text: 'choose a supplier', href: `${HERE}/edit#f-supplier` },
      { text: 'add at least one line with a price', href: `${HERE}/edit#f-lines` },
    ],
  },
  edit: `${HERE}/edit`,
  editFields: Object.fromEntries(
    ['amount', 'supplier', 'title', 'lines', 'orderNumber'].map((key) => [key, `${HERE}/edit?field=${key}`]),
  ),
  editLeadsOn: true,
  editRefusals: [],
};

export const finishedRecord: RecordPage = {
  ...record,
  frame: { ...record.frame, notice: undefined },
  state: {
    key: 'paid',
    title: STATES.paid,
    tone: 'good',
    final: true,
    since: '2026-11-20T10:00:00.000Z',
    age: { amount: 3, unit: 'day' },
  },
  states: record.states.map((each) => ({ ...each, reached: each.key !== 'rejected' })),
  next: { kind: 'ended' },
  actions: [],
  assign: undefined,
  assignee: { id: null, name: '' },
  comment: {
    action: `${HERE}/comment`,
    commandId: 'command-comment',
    value: ' ',
    errors: ['The comment is empty.'],
  },
};
