import type { tour as en } from '../en/tour.js';

export const tour: Record<keyof typeof en, string> = {
  'tour.ask': 'Anfordern',
  'tour.askHow':
    'Legen Sie in „Purchase requests“ einen Antrag für die Kostenstelle „4100 Office and IT“ an, und reichen Sie ihn ein.',
  'tour.decide': 'Entscheiden',
  'tour.decideHow': 'Genehmigen Sie ihn, lehnen Sie ihn ab, oder geben Sie ihn mit einer Frage zurück.',
  'tour.audit': 'Prüfen',
  'tour.auditHow': 'Finden Sie im Prüfprotokoll heraus, wer wann und nach welcher Regel entschieden hat.',
};
