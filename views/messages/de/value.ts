import type { value as en } from '../en/value.js';

export const value: Record<keyof typeof en, string> = {
  'value.hidden': 'für Sie nicht sichtbar',
};
