import type { NoticesPage } from '#views/view-models/notices.js';
import type { CallsPage, MailsPage, OpenCall } from '#views/view-models/system.js';
import { systemFrame } from './frame.js';

const call = (id: string, rest: Partial<OpenCall> = {}): OpenCall => ({
  id,
  name: 'orderFromSupplier',
  application: 'Purchase requests',
  record: { href: `/purchasing/requests/${id}`, title: 'Request' },
  state: 'given up',
  stopped: true,
  attempts: 9,
  why: 'it answered 503',
  requestedAt: '2026-11-19T08:12:00.000Z',
  due: null,
  retry: { action: `/-/calls/${id}/retry`, commandId: `retry-${id}` },
  giveUp: { action: `/-/calls/${id}/give-up`, commandId: `give-up-${id}` },
  ...rest,
});

export const calls: CallsPage = {
  frame: systemFrame('Calls', '/-/calls'),
  which: 'stopped',
  tabs: [
    { which: 'stopped', href: '/-/calls?which=stopped' },
    { which: 'failed', href: '/-/calls?which=failed' },
    { which: 'waiting', href: '/-/calls?which=waiting' },
  ],
  calls: [
    call('one'),
    call('two', {
      state: 'refused',
      attempts: 1,
      why: 'its record refused what came of it: see its history',
    }),
    call('three', {
      name: 'remindOwner',
      state: 'withheld',
      attempts: 0,
      why: 'this log was met for the first time: it may be a copy, or an older one that was put back',
    }),
  ],
  next: '/-/calls?which=stopped&after=x',
  mails: '/-/mails',
  refusals: [],
};

export const noCalls: CallsPage = {
  ...calls,
  which: 'waiting',
  calls: [],
  next: undefined,
  refusals: [
    {
      code: 'REASON_REQUIRED',
      message: 'Enter a reason',
      fields: ['reason'],
    },
  ],
};

export const mails: MailsPage = {
  frame: systemFrame('Mails', '/-/mails'),
  mails: [
    {
      position: 812,
      at: '2026-11-20T07:01:00.000Z',
      name: 'remindOwner',
      record: '/capa/incidents/one',
      sent: {
        to: ['greta@example.org'],
        subject: 'IN-2026-0012 waits for you',
        text: 'You own IN-2026-0012. Please write down where it stands, or postpone it with a reason.',
      },
      left: false,
    },
    {
      position: 741,
      at: '2026-11-19T09:30:00.000Z',
      name: 'remindOwner',
      sent: { to: [], subject: 'IN-2026-0009 waits for you', text: 'Please write down where it stands.' },
      left: false,
    },
    { position: 640, at: '2026-11-19T07:01:00.000Z', name: 'remindQuality', left: true },
    { position: 633, at: '2026-11-18T07:01:00.000Z', name: 'remindCheck', left: false },
  ],
  next: '/-/mails?after=x',
};

export const notices: NoticesPage = {
  frame: systemFrame('Notices', '/-/notices'),
  notices: [
    {
      id: '812',
      at: '2026-11-20T07:01:00.000Z',
      title: 'IN-2026-0012 waits for you',
      text: 'You own IN-2026-0012. Please write down where it stands, or postpone it with a reason.',
      record: '/capa/incidents/one',
    },
    { id: '640', at: '2026-11-19T07:01:00.000Z', title: 'Remind owner', text: undefined },
  ],
  next: '/-/notices?after=x',
  kinds: [
    {
      application: 'capa',
      call: 'remindOwner',
      title: 'Remind owner',
      of: 'Incidents and CAPA',
      way: 'page',
    },
    {
      application: 'purchasing',
      call: 'remindBudgetHolder',
      title: 'Remind budget holder',
      of: 'Purchase requests',
      way: 'mail',
    },
  ],
  action: '/-/notices',
  commandId: 'c1',
};
export const noNotices: NoticesPage = { ...notices, notices: [], next: undefined, kinds: [] };

export const noMails: MailsPage = { ...mails, mails: [], next: undefined };
