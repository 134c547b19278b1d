export const person = {
  'person.erased': 'Erased person',
  'person.erasedName': 'erased person',
  'person.added': 'added {at}',
  'person.neverSignedIn': 'never signed in',
  'person.lastSignIn': 'last signed in {at}',
  'person.fromLog':
    'Known from an imported history only: what this person did is part of the history, and nothing can be assigned to them. To let them work here, register them with a sign-in name.',
  'person.erasedHint':
    'The personal data of this person has been erased. What was done stays in the history, without the name.',
  'person.endSessions': 'End all sessions',
  'person.lockedSince':
    'This account has been locked since {at}: {name} cannot sign in, is not given work, and deputies do not act for them.',
  'person.noRoles': 'No roles but those that everybody has',
  'person.giveRoles': 'Give roles',
  'person.rolesMean': 'What roles may do',
  'person.rolesMeanIn': 'What roles may do in {application}',
  'person.everyone': 'everybody has it',
  'person.saveRoles': 'Save roles',
  'person.hasPassword':
    '{name} has a password. With a one-time link they choose another one: the old one stops working at once, and their sessions end.',
  'person.hasNoPassword': '{name} has no password yet. With a one-time link they choose one.',
  'person.linkSignsIn':
    'Passwords are off. A one-time link signs {name} in once, such as before an account at a provider is linked; sessions and API tokens of {name} end when it is made.',
  'person.makeLink': 'Make a one-time link',
  'person.lockAccount': 'Lock the account',
  'person.unlockAccount': 'Unlock the account',
  'person.lockHint':
    'Then {name} cannot sign in, every session ends, and nobody acts for them. What they did stays.',
  'person.unlockHint': 'Then {name} may sign in again, with the same password and roles.',
  'person.lock': 'Lock',
  'person.unlock': 'Unlock',
  'person.history': 'History',
  'person.rolesSaved': 'Roles saved.',
  'person.sessionsEnded': 'The sessions are over.',
  'person.accountLocked': 'The account is locked. Every session is over.',
  'person.accountUnlocked': 'The account is unlocked.',
  'person.secondFactorReset': 'The second factor is reset. Every session is over.',
  'person.secondFactorHint':
    '{name} signs in with a code of an app. If the phone is lost, reset it: the password alone signs in until another one is set up, and every session ends.',
  'person.resetSecondFactor': 'Reset the second factor',
};
