export const signInRules = {
  'signInRules.title': 'Sign-in rules',
  'signInRules.whoIsAsked': 'A second factor is asked of',
  'signInRules.nobody': 'Nobody: everybody may set one up',
  'signInRules.admins': 'Admins and auditors',
  'signInRules.roles': 'The roles chosen below',
  'signInRules.all': 'Everybody',
  'signInRules.askedHint':
    'People who have none set it up at their next sign-in, before anything else. Open sessions go on.',
  'signInRules.atProviders': 'Also at a sign-in by a provider',
  'signInRules.atProvidersHint':
    'Usually off, as the provider asks for a second factor itself. Where it is off, a second factor is asked with a password or a one-time link only.',
  'signInRules.rememberDays': 'Days that a browser is remembered',
  'signInRules.rememberHint': 'Within them, it asks for no code. 0: a code is asked for at each sign-in.',
  'signInRules.adminMinutes': 'Admins and auditors are signed out after so many minutes without activity',
  'signInRules.otherMinutes': 'Everybody else, after so many minutes',
  'signInRules.minutesHint': '720 at most: a session ends after twelve hours in any case.',
  'signInRules.save': 'Save rules',
  'signInRules.saved': 'Sign-in rules saved.',
};
