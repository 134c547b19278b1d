// English: every other language has the same ids.
import { frame } from './frame.js';

export const en = {
  ...frame,
};

export type MessageId = keyof typeof en;
