export const identities = {
  'identities.title': 'Accounts at providers',
  'identities.none': 'None is linked. With one, you sign in without a password.',
  'identities.link': 'Link {provider}',
  'identities.unlink': 'Unlink',
  'identities.unlinkFrom': 'Unlink {provider}',
  'identities.linked': '{provider} is linked: you can sign in by it.',
  'identities.unlinked': 'The account is unlinked.',
  'identities.goingTo': 'Going to {provider}',
  'identities.goOn': 'Go on',
  'identities.otherProvider': 'A provider that is no longer set up',
  'identities.signInBy': 'Sign in with {provider}',
  'identities.orPassword': 'Or with a password',
} as const;
