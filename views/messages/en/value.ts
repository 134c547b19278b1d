// value
export const value = {
  'value.hidden': 'not visible to you',
};
