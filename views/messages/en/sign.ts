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
    'Close this tab, go back to the form, and send it within five minutes. Nothing is signed or changed until then.',
  'sign.linkFirst':
    'You cannot sign yet: you have no password here, and no account at a provider is linked to yours. Link one on the page {account}, then come back.',
  'sign.askFirst':
    'You cannot sign yet: you have no password here. Ask an admin for a one-time link, choose a password by it, then come back.',
  'sign.name': 'Your sign-in name',
  'sign.password': 'Your password',
  'sign.code': 'Code of your second factor',
  'sign.codeHint': 'Only if signing in asks you for one. Each code counts once.',
};
