import type { notices as en } from '../en/notices.js';

export const notices: Record<keyof typeof en, string> = {
  'notices.title': 'Ihre Mitteilungen',
  'notices.settings': 'Einstellungen für Mitteilungen',
  'notices.noneHint':
    'Erinnerungen und andere E-Mails an Sie erscheinen hier, wenn Sie nichts anderes wählen.',
  'notices.byMail': 'Per E-Mail und hier',
  'notices.here': 'Nur hier',
  'notices.neither': 'Gar nicht',
  'notices.mailHint':
    'E-Mails gehen an Ihren Anmeldenamen, wenn er eine E-Mail-Adresse ist. Sonst finden Sie sie nur hier.',
  'notices.save': 'Einstellungen speichern',
  'notices.notice': 'Mitteilung',
  'notices.saved': 'Ihre Einstellungen sind gespeichert.',
};
