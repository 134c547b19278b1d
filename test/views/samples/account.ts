import type { AccountPage, SessionList } from '#views/view-models/account.js';
import { systemFrame } from './frame.js';

export const sessions: SessionList = {
  action: '/-/account/sessions',
  commandId: '0199aa00-0000-7000-8000-00000000c0de',
  sessions: [
    { name: '42', at: '2026-11-20T07:12:00.000Z', browser: 'Firefox on Windows', here: true, current: true },
    { name: '40', at: '2026-11-19T18:02:00.000Z', browser: 'Safari on iOS', here: false, current: false },
    { name: '38', at: '2026-11-19T16:30:00.000Z', browser: null, here: null, current: false },
  ],
};

export const account: AccountPage = {
  frame: systemFrame('Your account', '/-/account'),
  name: 'Jonas Weber',
  signInName: 'jonas',
  hasPassword: true,
  canHavePassword: true,
  mustChange: false,
  password: { action: '/-/account/password', errors: {} },
  sessions,
  more: {
    notices: {
      unread: '2',
      latest: [
        { id: 'n-2', title: 'PR-2026-0248 waits for your decision', at: '2026-11-20T07:00:00.000Z' },
        { id: 'n-1', title: 'PR-2026-0240 waits for your decision', at: '2026-11-18T07:00:00.000Z' },
      ],
    },
    deputies: {
      named: [
        {
          id: 'd-1',
          person: 'Jonas Weber',
          deputy: 'Mira Kaya',
          scope: 'Purchase requests, as Budget holder',
          from: '2026-12-01',
          until: '2026-12-14',
        },
      ],
      forWhom: [],
    },
    preferences: {
      action: '/-/account/preferences',
      commandId: '0199aa00-0000-7000-8000-00000000c0df',
      language: 'en',
      hasSingleKeys: true,
      timeZones: ['Europe/Berlin', 'Europe/Vienna'],
    },
  },
};

const { more: _, ...withoutMore } = account;

export const accountToMend: AccountPage = {
  ...withoutMore,
  mustChange: true,
  password: {
    action: '/-/account/password',
    errors: {
      oldPassword: ['The old password is wrong. Type the one you signed in with.'],
      password: ['The password is easily guessed: it is made of passwords that many people use.'],
    },
  },
};

export const accountWithoutPassword: AccountPage = {
  ...account,
  signInName: null,
  hasPassword: false,
  canHavePassword: false,
  sessions: { ...sessions, sessions: [] },
};
