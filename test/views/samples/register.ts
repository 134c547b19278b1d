import type { RegisterPersonPage } from '#views/view-models/account.js';
import { systemFrame } from './frame.js';

export const register: RegisterPersonPage = {
  frame: { ...systemFrame('Create the first admin', '/-/welcome'), user: undefined },
  heading: 'Create the first admin',
  action: '/-/welcome',
  hidden: { token: 'once', commandId: '0199aa00-0000-7000-8000-00000000c0de' },
  asksPassword: true,
  name: 'Ada Okafor',
  signInName: 'ada',
  errors: { password: ['The password is too short. Use 12 characters or more.'] },
};

export const registerPerson: RegisterPersonPage = {
  ...register,
  frame: systemFrame('Register a person', '/-/people/new'),
  heading: 'Register a person',
  action: '/-/people/new',
  asksPassword: false,
  name: '',
  signInName: 'аda',
  errors: { signInName: ['The sign-in name cannot be used: it mixes letters of several scripts.'] },
};
