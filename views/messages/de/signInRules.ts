import type { signInRules as en } from '../en/signInRules.js';

export const signInRules: Record<keyof typeof en, string> = {
  'signInRules.title': 'Regeln für die Anmeldung',
  'signInRules.whoIsAsked': 'Ein zweiter Faktor wird verlangt von',
  'signInRules.nobody': 'Niemandem: Alle dürfen einen einrichten',
  'signInRules.admins': 'Administration und Revision',
  'signInRules.roles': 'Den unten gewählten Rollen',
  'signInRules.all': 'Allen',
  'signInRules.askedHint':
    'Wer keinen hat, richtet ihn bei der nächsten Anmeldung ein, vor allem anderen. Offene Sitzungen laufen weiter.',
  'signInRules.atProviders': 'Auch bei der Anmeldung über einen Anbieter',
  'signInRules.atProvidersHint':
    'Meist aus, da der Anbieter selbst einen zweiten Faktor verlangt. Ist es aus, wird ein zweiter Faktor nur bei Passwort oder Einmal-Link verlangt.',
  'signInRules.rememberDays': 'So viele Tage gilt ein Browser als bekannt',
  'signInRules.rememberHint':
    'So lange verlangt er keinen Code. 0: Bei jeder Anmeldung wird ein Code verlangt.',
  'signInRules.adminMinutes':
    'Administration und Revision werden nach so vielen Minuten ohne Aktivität abgemeldet',
  'signInRules.otherMinutes': 'Alle anderen nach so vielen Minuten',
  'signInRules.minutesHint': 'Höchstens 720: Nach zwölf Stunden endet eine Sitzung in jedem Fall.',
  'signInRules.save': 'Regeln speichern',
  'signInRules.saved': 'Die Regeln für die Anmeldung sind gespeichert.',
};
