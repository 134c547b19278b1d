import type { SignInByLinkPage } from '#views/view-models/account.js';
import type { LeavingPage, SigningConfirmedPage } from '#views/view-models/identities.js';
import type { ProviderRolesPage } from '#views/view-models/provider-roles.js';
import { systemFrame } from './frame.js';

const { user: _, ...withoutPerson } = systemFrame('Sign in', '/-/sign-in');

export const leaving: LeavingPage = {
  frame: withoutPerson,
  heading: 'On to Example Login',
  url: 'https://login.example.org/authorize?client_id=daybook',
};

export const signingConfirmed: SigningConfirmedPage = { frame: systemFrame('Sign', '/-/signing/confirmed') };

export const signInByLink: SignInByLinkPage = {
  frame: withoutPerson,
  asksCode: true,
  action: '/-/welcome',
  hidden: { token: 'x' },
  name: 'Ada Okafor',
};

const blank = { provider: '', group: '', role: '' };

export const providerRoles: ProviderRolesPage = {
  frame: systemFrame('Roles by groups', '/-/provider-roles'),
  action: '/-/provider-roles',
  tryAction: '/-/provider-roles/try',
  commandId: 'c',
  base: 3,
  rows: [
    { provider: 'example', group: 'purchasing-approvers', role: 'purchasing.holder' },
    { provider: 'example', group: 'gone', role: 'purchasing.removed' },
    blank,
  ],
  providers: [
    { value: '', title: '' },
    { value: 'example', title: 'Example Login' },
  ],
  roles: [
    { value: '', title: '' },
    { value: 'purchasing.holder', title: 'Budget holder (Purchase requests)' },
  ],
  tryOn: { person: 'ada', provider: 'example', groups: '' },
};

export const providerRolesTried: ProviderRolesPage = {
  ...providerRoles,
  tried: {
    seal: 'sealed',
    note: 'Ada Okafor has never signed in by a provider.',
    results: [
      {
        about: 'Priya Raman',
        groups: 'purchasing-approvers, everyone',
        added: ['Budget holder (Purchase requests)'],
        taken: ['Finance (Purchase requests)'],
      },
      { about: 'Typed groups', groups: 'everyone', added: [], taken: [] },
    ],
  },
};
