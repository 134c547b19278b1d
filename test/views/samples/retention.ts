import type { DueLine, RetentionPage } from '#views/view-models/retention.js';
import { frame } from './frame.js';

const HERE = '/purchasing/requests/retention';

const line = (id: string, name: string, rest: Partial<DueLine> = {}): DueLine => ({
  id,
  href: `/purchasing/requests/${id}`,
  name,
  state: 'Paid',
  from: '2016-03-04T09:12:00.000Z',
  due: '2026-03-04T09:12:00.000Z',
  input: { name: `erase.${id}`, value: `7 ${'0'.repeat(64)}`, checked: false },
  ...rest,
});

export const retention: RetentionPage = {
  frame: frame('Due to be erased: Requests', HERE),
  heading: 'Due to be erased: Requests',
  rule: 'What is personal in Requests is kept for 10 years after it came to “Paid” or “Withdrawn”.',
  source: { line: 467, href: '/purchasing/specification#line-467' },
  back: { href: '/purchasing/requests', title: 'Requests' },
  action: HERE,
  hidden: { _command: 'a-command' },
  lines: [
    line('one', 'PR-2015-0412 Two monitors for the new colleagues'),
    line('two', 'PR-2015-0398 Taxi to the trade fair', {
      state: 'Withdrawn',
      held: 'This record is held, and nothing of it is erased: record.dispute == true.',
    }),
    line('three', 'PR-2016-0007 Pipettes', {
      due: '2026-05-11T09:12:00.000Z',
      input: { name: 'erase.three', value: `9 ${'0'.repeat(64)}`, checked: true },
    }),
  ],
  next: `${HERE}?after=three`,
  erased: ['IBAN for your expenses'],
  sign: {
    meaning: 'I erase what we need not keep any more',
    names: { name: '_name', password: '_password', code: '_code' },
    withoutPassword: false,
    errors: [],
  },
  reason: '',
  refusals: [],
};

export const retentionRefused: RetentionPage = {
  ...retention,
  sign: { ...retention.sign, errors: ['Sign-in name or password is wrong: nothing is signed.'] },
  reason: 'Cleaning up before the move',
  refusals: [
    {
      code: 'SIGNATURE_WRONG',
      message: 'Sign-in name or password is wrong: nothing is signed.',
      remedy: 'Try again with your own. The third wrong one in a session ends it.',
      fields: ['signature'],
    },
  ],
};

export const nothingDue: RetentionPage = { ...retention, lines: [], next: undefined };
