export const signIn = {
  'signIn.title': 'Sign in',
  'signIn.failed': 'You are not signed in',
  'signIn.welcome': 'Welcome to Daybook',
  'signIn.introduction':
    'Daybook runs a process that is described in one document, as a web application. It records every change: who made it, when and why. Here are three processes to try, with made-up people and seven months of made-up work.',
  'signIn.steps': 'Try it in three steps',
  'signIn.lifecycle': '{application}: how a {entity} moves on',
  'signIn.name': 'Sign-in name',
  'signIn.loading': 'Loading the examples, {percent} %. You can sign in meanwhile.',
  'signIn.demo': 'Or look around as',
  'signIn.demoHint': 'Example accounts: choose one, no password is needed.',
  'signIn.findPerson': 'Find a person',
  'signIn.find': 'Find',
  'signIn.shownOfAll':
    '{count, plural, =0 {Nobody is here.} one {one person} other {The first {shown} of {count} people}}',
  'signIn.found':
    '{count, plural, =0 {Nobody is called “{find}”.} one {one person called “{find}”} other {{shown} of {count} people called “{find}”}}',
  'signIn.sessionOver': 'You were signed out, here or elsewhere, or your session has expired. Sign in again.',
  'signIn.signedOut': 'You are signed out.',
  'signIn.signedOutSoon': 'You are signed out. A copy of this session, if there is one, ends in a moment.',
  'signIn.signedOutHere':
    'You are signed out in this browser. It could not be saved yet: a copy of this session, if there is one, works until it is. To be sure, choose a new password later.',
};
