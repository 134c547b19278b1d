import type { form as en } from '../en/form.js';

export const form: Record<keyof typeof en, string> = {
  'form.required': 'Pflichtfeld',
  'form.maxLength': 'Höchstens {count} Zeichen.',
  'form.personal': 'Personenbezogen: verschlüsselt, kann gelöscht werden.',
  'form.reason': 'Grund',
  'form.problems':
    '{count, plural, one {Vor dem Speichern ist eine Angabe zu korrigieren} other {Vor dem Speichern sind # Angaben zu korrigieren}}',
};
