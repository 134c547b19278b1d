// form
export const form = {
  'form.required': 'required',
  'form.maxLength': 'Up to {count, plural, one {# character} other {# characters}}.',
  'form.personal': 'Personal: encrypted, can be erased.',
};
