export const register = {
  'register.person': 'Register a person',
  'register.registered': '{name} is registered.',
  'register.linkFollows':
    'They choose their password themselves, by a one-time link that the next page shows.',
  'register.signInLinkFollows':
    'Passwords are off. The next page shows a one-time link that signs them in once, to link their account at a provider.',
  'register.nameHelp': 'The one colleagues use.',
  'register.signInNameHelp': 'Only letters, digits and . _ - @ +; no spaces. Capitals do not matter.',
  'register.linkFor': 'One-time link for {name}',
  'register.oneTimeLink': 'One-time link',
  'register.link': 'Link',
  'register.linkHint':
    'Pass it on to {name} and to nobody else: anyone who opens it can choose the password. It works once, until {until}. It is not shown again; another one can be made at any time, and replaces it.',
  'register.linkSignsIn':
    'Pass it on to {name} and to nobody else: anyone who opens it can sign in as {name}. It works once, until {until}. It is not shown again; another one can be made at any time, and replaces it.',
  'register.linkGone':
    'That link was made before, and is used up, too old or replaced. Make another one if it is needed.',
  'register.choosePassword': 'Choose your password',
  'register.chooseThis': 'Choose this password',
  'register.linkUsedUp': 'The link works only once.',
  'register.firstAdminMade':
    'You are the first admin. Sign in with the sign-in name and password you have just chosen.',
  'register.passwordChosen': 'Your password is set. Sign in with it.',
  'register.becomeFirstAdmin': 'Become the first admin',
  'register.examplesEnd':
    'From then on the example accounts can no longer sign in without a password. To keep them, start Daybook with DAYBOOK_DEMO=1.',
  'register.signInByLink': 'Sign in as {name}',
  'register.linkUsedUpBySignIn': 'The link works once.',
};
