import type { identities as en } from '../en/identities.js';

export const identities: Record<keyof typeof en, string> = {
  'identities.title': 'Konten bei Anbietern',
  'identities.none': 'Keines ist verknüpft. Mit einem melden Sie sich ohne Passwort an.',
  'identities.ownPassword': 'Um ein weiteres zu verknüpfen: Ihr jetziges Passwort',
  'identities.link': '{provider} verknüpfen',
  'identities.unlink': 'Lösen',
  'identities.unlinkFrom': '{provider} lösen',
  'identities.linked': '{provider} ist verknüpft: Sie können sich darüber anmelden.',
  'identities.unlinked': 'Das Konto ist gelöst.',
  'identities.goingTo': 'Weiter zu {provider}',
  'identities.goOn': 'Weiter',
  'identities.otherProvider': 'Ein Anbieter, der nicht mehr eingerichtet ist',
  'identities.signInBy': 'Anmelden mit {provider}',
  'identities.orPassword': 'Oder mit einem Passwort',
  'identities.signingOutThere': 'Abmelden beim Anbieter',
};
