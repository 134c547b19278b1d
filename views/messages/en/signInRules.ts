export const signInRules = {
  'signInRules.title': 'Sign-in rules',
  'signInRules.whoIsAsked': 'A second factor is asked of',
  'signInRules.nobody': 'Nobody: everybody may set one up',
  'signInRules.admins': 'Admins and auditors',
  'signInRules.roles': 'The roles chosen below',
  'signInRules.all': 'Everybody who signs in with a password',
  'signInRules.askedHint':
    'Whoever has none sets it up at the next sign-in, before anything else. Sessions that are open go on.',
  'signInRules.rememberDays': 'Days without a code in a remembered browser',
  'signInRules.rememberHint': '0: a code is asked for at each sign-in.',
  'signInRules.adminMinutes': 'Minutes until sessions of admins and auditors end without a request',
  'signInRules.otherMinutes': 'Minutes until sessions of others end without a request',
  'signInRules.minutesHint': '720 at most: a session ends after twelve hours in any case.',
  'signInRules.save': 'Save rules',
  'signInRules.saved': 'Sign-in rules saved.',
};
