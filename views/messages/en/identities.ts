export const identities = {
  'identities.title': 'Accounts at providers',
  'identities.none': 'None is linked. With one, you sign in without a password.',
  'identities.ownPassword': 'To link another: your present password',
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
  'identities.signingOutThere': 'Signing out at the provider',
  'identities.subjectAt': '{subject} at {issuer}',
  'identities.unreadable': 'unreadable name',
  'identities.linkedSince': 'Linked {at}',
  'identities.lastUsed': 'last used {at}',
  'identities.neverUsed': 'use not known',
  'identities.unlinkHint':
    'Unlinking ends the sessions of {name} that began by it, and takes the roles that came with it.',
  'identities.onlyWayIn':
    'This is the only way in: once it is unlinked, {name} cannot sign in without a one-time link from you. To keep {name} out, lock the account.',
  'identities.unlinkedOfPerson': 'The account at the provider is unlinked. Its sessions are over.',
  'identities.unlinkedLast':
    'The account at the provider is unlinked, and its sessions are over. There is no way in left: make a one-time link.',
  'identities.roleFrom': 'from {provider}',
  'identities.rolesFollow':
    'Roles from a provider follow its groups at each sign-in: take somebody out of the group there to take the role for good.',
} as const;
