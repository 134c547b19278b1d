import type {
  RecoveryCodesPage,
  SecondFactorPage,
  SetUpFields,
  SignInCodePage,
  SignInRulesPage,
  SignInSetUpPage,
} from '#views/view-models/second-factor.js';
import { systemFrame } from './frame.js';

const { user: _, ...withoutPerson } = systemFrame('Sign in', '/-/sign-in');

const setUp: SetUpFields = {
  sealed: 'Fe26.2**sealed',
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  qrCode: { size: 21, path: 'M0 0h7v7h-7zM14 0h7v7h-7zM0 14h7v7h-7zM9 9h3v3h-3z' },
};

const WRONG_AT_SET_UP = [
  'This is not the code for this secret: enter the next one that your app shows, and check that the clock of your phone is right',
];
const WRONG = ['The code is wrong, or was used before. Wait for the next one.'];

export const signInCode: SignInCodePage = {
  frame: withoutPerson,
  next: '/purchasing/requests',
  rememberDays: 30,
  errors: [],
};

export const signInCodeWrong: SignInCodePage = { ...signInCode, rememberDays: 0, errors: WRONG };

export const signInSetUp: SignInSetUpPage = {
  frame: withoutPerson,
  next: '/',
  errors: { code: WRONG_AT_SET_UP },
  setUp,
};

export const secondFactorSetUp: SecondFactorPage = {
  frame: systemFrame('Second factor', '/-/account/second-factor'),
  signInName: 'ada',
  errors: { password: ['The password is wrong.'] },
  setUp,
};

export const secondFactorAtProvider: SecondFactorPage = {
  ...secondFactorSetUp,
  errors: {},
  confirm: { commandId: 'second-factor-1', href: '/-/signing?for=second-factor-1' },
};

export const secondFactorOn: SecondFactorPage = {
  frame: systemFrame('Second factor', '/-/account/second-factor'),
  signInName: 'ada',
  errors: { code: WRONG },
  unusedCodes: 9,
};

export const recoveryCodes: RecoveryCodesPage = {
  frame: systemFrame('Recovery codes', '/-/account/second-factor'),
  codes: Array.from({ length: 10 }, (_each, index) => `ABCD-EFGH-IJ${23 + index}`),
  next: '/-/account',
};

export const signInRules: SignInRulesPage = {
  frame: systemFrame('Rules of sign-in', '/-/sign-in-rules'),
  commandId: 'c',
  rules: {
    secondFactor: 'roles',
    roles: ['purchasing.finance'],
    rememberDays: 14,
    inactivity: { admins: 30, others: -1 },
  },
  groups: [
    {
      name: 'Purchase requests',
      roles: [
        { key: 'purchasing.holder', title: 'Budget holder' },
        { key: 'purchasing.finance', title: 'Finance' },
      ],
    },
  ],
  errors: { otherMinutes: ['Enter minutes from 5 to 720.'] },
};
