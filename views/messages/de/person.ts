import type { person as en } from '../en/person.js';

export const person: Record<keyof typeof en, string> = {
  'person.erased': 'Gelöschte Person',
  'person.erasedName': 'gelöschte Person',
  'person.added': 'angelegt {at}',
  'person.neverSignedIn': 'noch nie angemeldet',
  'person.lastSignIn': 'zuletzt angemeldet {at}',
  'person.fromLog':
    'Nur aus einem importierten Verlauf bekannt: Was diese Person getan hat, steht im Prüfprotokoll; zuweisen kann man ihr nichts. Wenn sie hier arbeiten soll, legen Sie sie mit einem Anmeldenamen an.',
  'person.erasedHint':
    'Die personenbezogenen Daten dieser Person sind gelöscht. Was sie getan hat, bleibt ohne den Namen im Prüfprotokoll.',
  'person.endSessions': 'Alle Sitzungen beenden',
  'person.lockedSince':
    'Dieses Konto ist seit {at} gesperrt: {name} kann sich nicht anmelden, bekommt keine Arbeit zugewiesen und wird nicht vertreten.',
  'person.noRoles': 'Keine Rollen außer denen, die alle haben',
  'person.giveRoles': 'Rollen vergeben',
  'person.rolesMean': 'Was Rollen dürfen',
  'person.rolesMeanIn': 'Was Rollen in {application} dürfen',
  'person.everyone': 'haben alle',
  'person.saveRoles': 'Rollen speichern',
  'person.hasPassword':
    '{name} hat ein Passwort. Mit einem Einmal-Link kann ein anderes gewählt werden: Das alte gilt sofort nicht mehr, und alle Sitzungen enden.',
  'person.hasNoPassword': '{name} hat noch kein Passwort. Mit einem Einmal-Link kann eines gewählt werden.',
  'person.linkSignsIn':
    'Passwörter sind abgeschaltet. Ein Einmal-Link meldet {name} einmal an, zum Beispiel um ein Konto bei einem Anbieter zu verknüpfen; Sitzungen und API-Token von {name} enden, sobald er erstellt wird.',
  'person.makeLink': 'Einmal-Link erstellen',
  'person.lockAccount': 'Konto sperren',
  'person.unlockAccount': 'Konto entsperren',
  'person.lockHint':
    'Danach kann sich {name} nicht mehr anmelden, alle Sitzungen enden, und niemand handelt in Vertretung. Was getan wurde, bleibt.',
  'person.unlockHint':
    'Danach kann sich {name} wieder anmelden, mit demselben Passwort und denselben Rollen.',
  'person.lock': 'Sperren',
  'person.unlock': 'Entsperren',
  'person.history': 'Verlauf',
  'person.rolesSaved': 'Die Rollen sind gespeichert.',
  'person.sessionsEnded': 'Die Sitzungen sind beendet.',
  'person.accountLocked': 'Das Konto ist gesperrt. Alle Sitzungen sind beendet.',
  'person.accountUnlocked': 'Das Konto ist entsperrt.',
  'person.secondFactorReset': 'Der zweite Faktor ist zurückgesetzt. Alle Sitzungen sind beendet.',
  'person.secondFactorHint':
    '{name} meldet sich mit einem Code aus einer App an. Ist das Telefon verloren, setzen Sie ihn zurück: Bis ein neuer eingerichtet ist, meldet das Passwort allein an, und alle Sitzungen enden.',
  'person.resetSecondFactor': 'Zweiten Faktor zurücksetzen',
};
