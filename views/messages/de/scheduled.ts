import type { scheduled as en } from '../en/scheduled.js';

export const scheduled: Record<keyof typeof en, string> = {
  'scheduled.changesTo': 'Ändert sich auf {value}',
  'scheduled.titledTo': '{mail} an {people}',
  'scheduled.mailTo': '{timer}: E-Mail an {people}',
  'scheduled.nextAttempt': 'Nächster Versuch, „{call}“ zu senden',
  'scheduled.cause': 'Letzter Versuch: {why}',
  'scheduled.title': 'Geplant',
  'scheduled.ifStill': 'falls dann noch {states}',
  'scheduled.showAll': 'Alles Geplante',
  'scheduled.hint': 'Was in {application} von selbst geschehen wird, das Nächste zuerst.',
  'scheduled.rebuilding':
    'Diese Liste wird nach einer Aktualisierung neu aufgebaut. Bis dahin fehlen Erinnerungen und Fristen.',
  'scheduled.rebuildingPercent':
    'Diese Liste wird nach einer Aktualisierung neu aufgebaut, {percent} %. Bis dahin fehlen Erinnerungen und Fristen.',
  'scheduled.notYet': 'Die Liste ist noch nicht vollständig.',
  'scheduled.nothing': 'Nichts ist geplant, das Sie sehen dürfen.',
  'scheduled.appears':
    'Erinnerungen, Fristen und geplante Änderungen erscheinen hier, sobald es welche gibt.',
  'scheduled.noneVisible': 'Nichts davon betrifft einen Datensatz, den Sie sehen können. Es kann mehr geben.',
  'scheduled.what': 'Was geschieht',
  'scheduled.about': 'Betrifft',
  'scheduled.unless': 'außer wenn {condition}',
};
