import type { PersonPage } from '#views/view-models/people.js';
import { sessions } from './account.js';
import { tokenRows } from './tokens.js';
import { systemFrame } from './frame.js';

export const person: PersonPage = {
  frame: systemFrame('Jonas Weber', '/-/people/id-jonas'),
  id: 'id-jonas',
  name: 'Jonas Weber',
  signInName: 'jonas',
  fromLog: false,
  erased: false,
  registeredAt: '2026-01-07T10:30:00.000Z',
  lastSignInAt: '2026-11-20T07:12:00.000Z',
  groups: [
    {
      application: '-',
      name: 'Whole installation',
      roles: [
        { key: 'admin', title: 'Admin', held: false, everyone: false },
        { key: 'auditor', title: 'Auditor', held: true, everyone: false },
      ],
    },
    {
      application: 'purchasing',
      name: 'Purchase requests',
      meaning: '/purchasing/specification#section-6',
      roles: [
        { key: 'requester', title: 'Staff', held: false, everyone: true },
        { key: 'budgetHolder', title: 'Budget holder', held: true, everyone: false, provider: 'Example Ltd' },
        { key: 'finance', title: 'Finance', held: false, everyone: false },
      ],
    },
  ],
  action: '/-/people/id-jonas/roles',
  commandId: '0199aa00-0000-7000-8000-00000000c0de',
  link: { action: '/-/people/id-jonas/link', hasPassword: true, signsIn: false },
  tokens: tokenRows,
  identities: {
    action: '/-/people/id-jonas/identities',
    commandId: '0199aa00-0000-7000-8000-00000000c0d1',
    isOnlyWayIn: false,
    linked: [
      {
        identity: 'a'.repeat(64),
        provider: 'Example Ltd',
        issuer: 'https://login.example.org',
        subject: '0a4f-jonas',
        linkedAt: '2026-02-03T08:00:00.000Z',
        lastUsedAt: '2026-11-20T07:12:00.000Z',
      },
    ],
  },
  sessions: { ...sessions, action: '/-/people/id-jonas/sessions' },
  history: [
    {
      position: 12,
      version: 2,
      at: '2026-01-07T10:31:00.000Z',
      who: 'Ada Okafor',
      whoHref: '/-/people/id-ada',
      verb: 'gave the role “Budget holder” in Purchase requests',
      changes: [],
      type: 'user.role-granted',
      rawHref: '/-/events/12',
    },
  ],
};

export const newPerson: PersonPage = {
  ...person,
  identities: {
    ...person.identities!,
    isOnlyWayIn: true,
    linked: person.identities!.linked.map((each) => ({ ...each, subject: null, lastUsedAt: null })),
  },
  groups: person.groups.map((group) => ({
    ...group,
    roles: group.roles.map((role) => ({ ...role, held: role.everyone })),
  })),
};

export const lockedPerson: PersonPage = {
  ...person,
  link: undefined,
  lock: { action: '/-/people/id-jonas/lock', lockedAt: '2026-11-20T08:00:00.000Z' },
};

export const erasedPerson: PersonPage = {
  ...person,
  name: 'erased person',
  erased: true,
  signInName: null,
  history: [],
};
