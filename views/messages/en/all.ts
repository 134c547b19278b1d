// English: every other language has the same ids.
import { frame } from './frame.js';
import { form } from './form.js';
import { account } from './account.js';

export const en = {
  ...frame,
  ...form,
  ...account,
};

export type MessageId = keyof typeof en;
