import type { signIn as en } from '../en/signIn.js';

export const signIn: Record<keyof typeof en, string> = {
  'signIn.title': 'Anmelden',
  'signIn.failed': 'Die Anmeldung ist fehlgeschlagen',
  'signIn.welcome': 'Willkommen bei Daybook',
  'signIn.introduction':
    'Daybook macht aus der Beschreibung eines Ablaufs eine Webanwendung. Jede Änderung wird festgehalten: wer, wann und warum. Hier können Sie drei Abläufe ausprobieren, mit erfundenen Personen und Vorgängen aus sieben Monaten.',
  'signIn.steps': 'In drei Schritten ausprobieren',
  'signIn.lifecycle': '{application}: der Weg von „{entity}“',
  'signIn.name': 'Anmeldename',
  'signIn.loading': 'Die Beispiele werden geladen: {percent} %. Sie können sich schon anmelden.',
  'signIn.demo': 'Oder sehen Sie sich um als',
  'signIn.demoHint': 'Beispielkonten: Wählen Sie eines aus, ein Passwort brauchen Sie nicht.',
  'signIn.findPerson': 'Person suchen',
  'signIn.find': 'Suchen',
  'signIn.shownOfAll':
    '{count, plural, =0 {Hier ist niemand.} one {eine Person} other {Die ersten {shown} von {count} Personen}}',
  'signIn.found':
    '{count, plural, =0 {Niemand heißt „{find}“.} one {eine Person mit dem Namen „{find}“} other {{shown} von {count} Personen mit dem Namen „{find}“}}',
  'signIn.sessionOver':
    'Sie wurden abgemeldet, hier oder anderswo, oder Ihre Sitzung ist abgelaufen. Melden Sie sich neu an.',
  'signIn.signedOut': 'Sie sind abgemeldet.',
  'signIn.signedOutSoon': 'Sie sind abgemeldet. Eine Kopie dieser Sitzung, falls es eine gibt, endet gleich.',
  'signIn.signedOutHere':
    'Sie sind in diesem Browser abgemeldet. Das konnte noch nicht gespeichert werden: Eine Kopie dieser Sitzung, falls es eine gibt, funktioniert bis dahin weiter. Wählen Sie sicherheitshalber später ein neues Passwort.',
};
