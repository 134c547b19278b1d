export const secondFactor = {
  'secondFactor.title': 'Second factor',
  'secondFactor.what':
    'With a second factor, signing in asks for a code of an app on your phone after your password. A password alone is then of no use to others.',
  'secondFactor.whatAtProvider':
    'With a second factor, each signature of yours asks for a code of an app on your phone, and so does signing in by your provider where an admin has chosen that.',
  'secondFactor.confirmOwner':
    'You have no password here. Sign in once more at your provider in another tab, come back, and send this form within five minutes.',
  'secondFactor.accountOnAtProvider':
    'On: signatures ask for a code of your app, and so does signing in where an admin has chosen that.',
  'secondFactor.accountOffAtProvider': 'Off: your provider alone signs you in.',
  'secondFactor.scan': 'Scan this with an authenticator app, then enter the code that the app shows.',
  'secondFactor.qrCode': 'QR code of the secret for the authenticator app',
  'secondFactor.orType': 'Or type this secret into the app: {secret}',
  'secondFactor.code': 'Code',
  'secondFactor.confirmHint': 'The six digits that the app shows now.',
  'secondFactor.codeHint': 'The six digits that your app shows, or one of your recovery codes.',
  'secondFactor.password': 'Your password',
  'secondFactor.setUpEnds': 'Every other session of yours ends.',
  'secondFactor.turnOn': 'Turn on',
  'secondFactor.turnOff': 'Turn off',
  'secondFactor.isOn': 'The second factor is on. Signing in asks for a code from now on.',
  'secondFactor.on':
    'The second factor is on. {count, plural, =0 {No recovery code is left.} one {# recovery code is left.} other {# recovery codes are left.}}',
  'secondFactor.turnOffHint':
    'To change phones or get new recovery codes, turn it off, sign in, and set it up again. Turning it off ends all your sessions.',
  'secondFactor.turnedOff': 'The second factor is off. Sign in again.',
  'secondFactor.recoveryCodes': 'Recovery codes',
  'secondFactor.keepCodes':
    'Without your phone, each of these codes signs you in once. They are shown only now: print them, or keep them in a password manager.',
  'secondFactor.codesKept': 'I have kept them',
  'secondFactor.enterCode': 'Enter the code',
  'secondFactor.signInAsAnother': 'Sign in as somebody else',
  'secondFactor.startAgain': 'Your sign-in took too long, or your account changed. Sign in again.',
  'secondFactor.accountOn': 'On: signing in asks for a code of your app.',
  'secondFactor.accountOff': 'Off: your password alone signs you in.',
  'secondFactor.manage': 'Change it',
  'secondFactor.setUp': 'Set it up',
  'secondFactor.setUpFirst': 'Set up a second factor',
  'secondFactor.asked':
    'An admin asks everybody with your roles for a second factor. You go on once it is set up.',
  'secondFactor.remember':
    'Do not ask for a code in this browser for {days, plural, one {# day} other {# days}}',
};
