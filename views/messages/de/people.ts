import type { people as en } from '../en/people.js';

export const people: Record<keyof typeof en, string> = {
  'people.add': 'Person anlegen',
  'people.search': 'Personen suchen',
  'people.none': 'Niemand gefunden.',
  'people.addFirst': 'Legen Sie die erste Person an.',
  'people.tryShorter': 'Suchen Sie mit einem kürzeren Teil des Namens.',
  'people.name': 'Name',
  'people.roles': 'Rollen',
  'people.lastSignIn': 'Zuletzt angemeldet',
  'people.example': 'Beispiel',
  'people.fromLog': 'importiert',
  'people.erased': 'gelöscht',
  'people.locked': 'gesperrt',
  'people.noRoles': 'keine',
  'people.never': 'nie',
  'people.noOwnRole': 'keine eigene Rolle',
  'people.admin': 'Administrator',
  'people.auditor': 'Revisor',
  'people.installation': 'Die ganze Installation',
};
