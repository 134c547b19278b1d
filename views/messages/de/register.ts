import type { register as en } from '../en/register.js';

export const register: Record<keyof typeof en, string> = {
  'register.person': 'Person anlegen',
  'register.registered': '{name} ist angelegt.',
  'register.linkFollows': 'Das Passwort wählt die Person selbst, mit dem Einmal-Link auf der nächsten Seite.',
  'register.signInLinkFollows':
    'Passwörter sind abgeschaltet. Die nächste Seite zeigt einen Einmal-Link, der die Person einmal anmeldet, um ihr Konto bei einem Anbieter zu verknüpfen.',
  'register.nameHelp': 'Der Name, den Kolleginnen und Kollegen kennen.',
  'register.signInNameHelp':
    'Nur Buchstaben, Ziffern und . _ - @ +, keine Leerzeichen. Groß- und Kleinschreibung ist egal.',
  'register.linkFor': 'Einmal-Link für {name}',
  'register.oneTimeLink': 'Einmal-Link',
  'register.link': 'Link',
  'register.linkHint':
    'Geben Sie ihn nur an {name} weiter: Wer ihn öffnet, kann das Passwort wählen. Er gilt einmal, bis {until}. Er wird nicht noch einmal gezeigt; ein neuer kann jederzeit erstellt werden und ersetzt ihn.',
  'register.linkSignsIn':
    'Geben Sie ihn nur an {name} weiter: Wer ihn öffnet, kann sich als {name} anmelden. Er gilt einmal, bis {until}. Er wird nicht noch einmal gezeigt; ein neuer kann jederzeit erstellt werden und ersetzt ihn.',
  'register.linkGone':
    'Dieser Link ist schon verwendet, abgelaufen oder ersetzt. Erstellen Sie bei Bedarf einen neuen.',
  'register.choosePassword': 'Passwort wählen',
  'register.chooseThis': 'Dieses Passwort wählen',
  'register.linkUsedUp': 'Der Link gilt nur einmal.',
  'register.firstAdminMade':
    'Sie sind der erste Administrator. Melden Sie sich mit dem Anmeldenamen und dem Passwort an, die Sie gerade gewählt haben.',
  'register.passwordChosen': 'Ihr Passwort ist gesetzt. Melden Sie sich damit an.',
  'register.becomeFirstAdmin': 'Erster Administrator werden',
  'register.examplesEnd':
    'Danach können sich die Beispielkonten nicht mehr ohne Passwort anmelden. Damit das so bleibt, starten Sie Daybook mit DAYBOOK_DEMO=1.',
  'register.signInByLink': 'Anmelden als {name}',
  'register.linkUsedUpBySignIn': 'Der Link gilt einmal.',
};
