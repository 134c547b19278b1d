export const sign = {
  'sign.what': 'What you sign',
  'sign.example': 'Example account: no password is asked for here.',
  'sign.hint':
    'Your name, the time and the meaning stay with the record for good. The third wrong password signs you out.',
  'sign.name': 'Your sign-in name',
  'sign.password': 'Your password',
  'sign.code': 'Code of your second factor',
  'sign.codeHint': 'Only if signing in asks you for one. Each code counts once.',
};
