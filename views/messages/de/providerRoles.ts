import type { providerRoles as en } from '../en/providerRoles.js';

export const providerRoles: Record<keyof typeof en, string> = {
  'providerRoles.title': 'Rollen nach Gruppen bei Anbietern',
  'providerRoles.hint':
    'Bei jeder Anmeldung über einen Anbieter geben die dort genannten Gruppen diese Rollen und nehmen die, die sie früher gegeben haben. Von Hand gegebene Rollen bleiben.',
  'providerRoles.provider': 'Anbieter',
  'providerRoles.group': 'Gruppe',
  'providerRoles.role': 'Rolle',
  'providerRoles.try': 'Ausprobieren',
  'providerRoles.save': 'So speichern',
  'providerRoles.saved': 'Gespeichert. Es gilt ab der nächsten Anmeldung jeder Person.',
  'providerRoles.tryOn': 'Die Tabelle ausprobieren, bevor Sie sie speichern',
  'providerRoles.person': 'An einer Person',
  'providerRoles.personHint': 'Geben Sie den Namen ein. Es gelten die Gruppen der letzten Anmeldung.',
  'providerRoles.groups': 'Oder an Gruppen',
  'providerRoles.groupsHint': 'Eine je Zeile, für eine Person, die noch keine Rolle hat.',
  'providerRoles.groupsOf': 'Gruppen dieses Anbieters',
  'providerRoles.tried': 'Was sich ändern würde',
  'providerRoles.added': 'Bekäme: {roles}',
  'providerRoles.taken': 'Verlöre: {roles}',
  'providerRoles.unchanged': 'Nichts würde sich ändern.',
  'providerRoles.withGroups': 'Gruppen: {groups}',
  'providerRoles.noGroups': 'keine',
  'providerRoles.groupsUnknown':
    'Gruppen: noch nicht bekannt. Sie sind es, sobald der Anbieter bei einer Anmeldung welche genannt hat; das Verknüpfen eines Kontos zählt nicht.',
  'providerRoles.nobody': 'Niemand mit diesem Namen ist zu finden.',
  'providerRoles.several': 'Mehrere Personen sind mit diesem Namen zu finden: Schreiben Sie mehr davon.',
  'providerRoles.notLinked': '{name} hat kein Konto bei einem Anbieter verknüpft.',
};
