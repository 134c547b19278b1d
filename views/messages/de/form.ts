import type { form as en } from '../en/form.js';

export const form: Record<keyof typeof en, string> = {
  'form.required': 'Pflichtfeld',
  'form.maxLength': 'Höchstens {count} Zeichen.',
  'form.personal': 'Personenbezogen: verschlüsselt, kann gelöscht werden.',
};
