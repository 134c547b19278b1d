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
  'identities.subjectAt': '{subject} bei {issuer}',
  'identities.unreadable': 'unlesbarer Name',
  'identities.linkedSince': 'Verknüpft {at}',
  'identities.lastUsed': 'zuletzt benutzt {at}',
  'identities.neverUsed': 'Benutzung nicht bekannt',
  'identities.unlinkHint':
    'Das Lösen beendet die Sitzungen von {name}, die darüber begonnen haben, und nimmt die Rollen, die damit kamen.',
  'identities.onlyWayIn':
    'Das ist der einzige Weg hinein: Ist er gelöst, kann sich {name} nur noch mit einem Einmal-Link von Ihnen anmelden. Um {name} fernzuhalten, sperren Sie das Konto.',
  'identities.unlinkedOfPerson': 'Das Konto beim Anbieter ist gelöst. Seine Sitzungen sind beendet.',
  'identities.unlinkedLast':
    'Das Konto beim Anbieter ist gelöst, seine Sitzungen sind beendet. Es gibt keinen Weg hinein mehr: Erstellen Sie einen Einmal-Link.',
  'identities.roleFrom': 'von {provider}',
  'identities.rolesFollow':
    'Rollen von einem Anbieter folgen bei jeder Anmeldung seinen Gruppen: Nehmen Sie jemanden dort aus der Gruppe, um die Rolle auf Dauer zu nehmen.',
};
