import type { choose as en } from '../en/choose.js';

export const choose: Record<keyof typeof en, string> = {
  'choose.part': 'Teil des Namens',
  'choose.partOf': 'Teil des Namens: {title}',
  'choose.findNamed': 'Suchen: {title}',
  'choose.count': '{count, number}',
  'choose.moreThan': 'mehr als {count, number}',
  'choose.shown':
    '{found} von {all}. Um andere zu finden, geben Sie einen Teil des Namens ein und wählen Sie „Suchen“.',
  'choose.another':
    'Um von {all} etwas anderes zu wählen, geben Sie einen Teil des Namens ein und wählen Sie „Suchen“.',
  'choose.among': 'Zur Auswahl stehen {all}: Geben Sie einen Teil des Namens ein und wählen Sie „Suchen“.',
  'choose.foundPart': '{found} von {all} gefunden. Geben Sie mehr vom Namen ein.',
  'choose.found': '{found} gefunden.',
  'choose.shownTyping': '{found} von {all}. Um andere zu finden, geben Sie einen Teil des Namens ein.',
  'choose.anotherTyping': 'Um von {all} etwas anderes zu wählen, geben Sie einen Teil des Namens ein.',
  'choose.amongTyping': 'Zur Auswahl stehen {all}: Geben Sie einen Teil des Namens ein.',
  'choose.lately': 'Zuletzt gewählt',
  'choose.now': 'Jetzt gewählt',
  'choose.others': 'Alle anderen',
  'choose.unanswered': 'Wählen Sie aus den Treffern für „{text}“, oder leeren Sie die Suche.',
};
