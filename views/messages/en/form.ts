// form
export const form = {
  'form.required': 'required',
  'form.maxLength': 'Up to {count, plural, one {# character} other {# characters}}.',
  'form.personal': 'Personal: encrypted, can be erased.',
  'form.reason': 'Reason',
  'form.problems': '{count, plural, one {One thing} other {# things}} to fix before saving',
};
