import type { past as en } from '../en/past.js';

export const past: Record<keyof typeof en, string> = {
  'past.heading': '{record}, wie es war',
  'past.label': 'Ein Zeitpunkt der Vergangenheit',
  'past.day': 'So war es am Ende des {day}.',
  'past.instant': 'So war es am {at}.',
  'past.event': 'So war es nach der Änderung vom {at}.',
  'past.note': 'Sie sehen, was Sie heute lesen dürfen. Was seither gelöscht wurde, wird nicht gezeigt.',
  'past.notYet': 'Es gab dies noch nicht: Es wurde am {at} angelegt.',
  'past.today': 'Zeigen, wie es heute ist',
  'past.choose': 'Wie es war am',
  'past.time': 'Uhrzeit (sonst das Ende des Tages)',
  'past.show': 'Zeigen',
  'past.earlier': 'Eine Änderung früher',
  'past.later': 'Eine Änderung später',
  'past.rulesSince': 'Was sich seither an den Regeln geändert hat',
  'past.stillToCome': 'Dieser Zeitpunkt liegt in der Zukunft. Die Seite zeigt den heutigen Stand.',
  'past.noMoment': '„{text}“ ist weder Tag noch Zeitpunkt. Schreiben Sie 2026-05-03 oder 2026-05-03T12:00.',
};
