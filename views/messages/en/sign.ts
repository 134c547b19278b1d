export const sign = {
  'sign.what': 'What you sign',
  'sign.example': 'Example account: no password is asked for here.',
  'sign.hint':
    'Your name, the time and the meaning stay with the record for good. The third wrong password signs you out.',
  'sign.confirm': 'Confirm that it is you (opens another tab)',
  'sign.confirmHint':
    'You have no password here. Sign in once more at your provider in another tab, come back, and send this form within five minutes. It counts for this signature. Your name, the time and the meaning stay with the record for good.',
  'sign.confirmed': 'It is confirmed that it is you',
  'sign.confirmedHint':
    'Close this tab, go back to the form, and send it within five minutes. Nothing is signed until then.',
  'sign.name': 'Your sign-in name',
  'sign.password': 'Your password',
  'sign.code': 'Code of your second factor',
  'sign.codeHint': 'Only if signing in asks you for one. Each code counts once.',
};
