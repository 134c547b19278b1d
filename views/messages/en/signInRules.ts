export const signInRules = {
  'signInRules.title': 'Sign-in rules',
  'signInRules.whoIsAsked': 'A second factor is asked of',
  'signInRules.nobody': 'Nobody: everybody may set one up',
  'signInRules.admins': 'Admins and auditors',
  'signInRules.roles': 'The roles chosen below',
  'signInRules.all': 'Everybody',
  'signInRules.askedHint':
    'Whoever has none sets it up at the next sign-in, before anything else. Sessions that are open go on.',
  'signInRules.atProviders': 'Also at a sign-in by a provider',
  'signInRules.atProvidersHint':
    'Usually off, as the provider asks for a second factor itself. Where it is off, a second factor is asked with a password or a one-time link only.',
  'signInRules.rememberDays': 'Days without a code in a remembered browser',
  'signInRules.rememberHint': '0: a code is asked for at each sign-in.',
  'signInRules.adminMinutes': 'Minutes until sessions of admins and auditors end without a request',
  'signInRules.otherMinutes': 'Minutes until sessions of others end without a request',
  'signInRules.minutesHint': '720 at most: a session ends after twelve hours in any case.',
  'signInRules.save': 'Save rules',
  'signInRules.saved': 'Sign-in rules saved.',
};
