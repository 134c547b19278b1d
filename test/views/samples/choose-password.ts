import type { ChoosePasswordPage } from '#views/view-models/account.js';
import { systemFrame } from './frame.js';

export const choosePassword: ChoosePasswordPage = {
  frame: { ...systemFrame('Choose your password', '/-/welcome'), user: undefined },
  action: '/-/welcome',
  hidden: { token: '0199aa00-0000-7000-8000-00000000be22.c2VjcmV0' },
  name: 'Jonas Weber',
  signInName: 'jonas',
  errors: [],
};
