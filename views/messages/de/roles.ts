import type { roles as en } from '../en/roles.js';

export const roles: Record<keyof typeof en, string> = {
  'roles.title': 'Wer welche Rolle hat',
  'roles.now': 'Heute',
  'roles.then': 'Am Ende des {day}',
  'roles.day': 'An dem Tag',
  'roles.person': 'Person',
  'roles.since': 'Seit',
  'roles.by': 'Gegeben von',
  'roles.none': 'Niemand hat eine Rolle.',
  'roles.firstGranted': 'Die erste Rolle in diesem Protokoll wurde am {day} vergeben.',
  'roles.deputies': 'Vertretungen handeln mit den Rollen der Personen, die sie vertreten.',
  'roles.deputiesNamed': 'Wer als Vertretung benannt wurde, und bis wann',
  'roles.noDay': '„{text}“ ist kein Tag. Schreiben Sie 2026-05-03.',
};
