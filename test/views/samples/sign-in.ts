import type { SignInPage } from '#views/view-models/account.js';
import { systemFrame } from './frame.js';
import { lifecycle } from './process-map.js';

const outside = { ...systemFrame('Sign in', '/-/sign-in'), user: undefined };

export const signIn: SignInPage = {
  frame: outside,
  name: '',
  errors: [],
  next: '/purchasing',
  hasPasswords: true,
  providers: [{ title: 'Example Ltd', href: '/-/sign-in/oidc/work' }],
  demo: [
    { id: 'demo-ada', name: 'Ada Okafor', roles: 'Staff · Purchase requests' },
    { id: 'demo-jonas', name: 'Jonas Weber', roles: 'Budget holder · Purchase requests' },
    { id: 'demo-mira', name: 'Mira Kaya', roles: 'Finance · Purchase requests' },
    { id: 'demo-tom', name: 'Tom Iversen', roles: 'Quality manager · Corrective and preventive actions' },
    { id: 'demo-root', name: 'Lucía Fernández', roles: 'Admin, auditor' },
  ],
};

export const firstSignIn: SignInPage = {
  ...signIn,
  loading: 40,
  introduction: {
    lifecycle: { application: 'Purchase requests', entity: 'Request', figure: lifecycle },
    steps: [
      { title: 'Ask', id: 'demo-ada', name: 'Ada Okafor', what: 'Open a purchase request.', begins: '/' },
      {
        title: 'Decide',
        id: 'demo-jonas',
        name: 'Jonas Weber',
        what: 'Approve it, or reject it.',
        begins: '/',
      },
    ],
  },
};

export const signInAsOneOfMany: SignInPage = { ...signIn, demoSearch: { find: 'a', count: 73 } };

export const failedSignIn: SignInPage = {
  ...signIn,
  name: 'ada',
  errors: ['Sign-in name or password is wrong. Try again, or ask an admin for a one-time link.'],
  demo: [],
};
