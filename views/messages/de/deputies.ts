import type { deputies as en } from '../en/deputies.js';

export const deputies: Record<keyof typeof en, string> = {
  'deputies.hint':
    'Eine Vertretung genehmigt für jemand anderen. Beide Namen werden gezeigt, und keiner von beiden zählt doppelt.',
  'deputies.yours': 'Ihre Vertretungen',
  'deputies.none': 'Sie haben keine Vertretung.',
  'deputies.forOthers': 'Sie vertreten',
  'deputies.noneForOthers': 'Sie vertreten niemanden.',
  'deputies.all': 'Alle Vertretungen',
  'deputies.noneAtAll': 'Niemand hat eine Vertretung benannt.',
  'deputies.ended': 'beendet von {name}, {at}',
  'deputies.endNamed': 'Beenden: {deputy} für {person}',
  'deputies.nameAsDeputy': 'Vertretung benennen',
  'deputies.name': 'Vertretung benennen',
  'deputies.who': 'Wer',
  'deputies.forWhat': 'Wofür',
  'deputies.firstDay': 'Erster Tag',
  'deputies.lastDay': 'Letzter Tag',
  'deputies.rights':
    'Die Vertretung sieht nur, was sie selbst sehen darf, und genehmigt, was Sie genehmigen könnten. Weitergeben kann sie das nicht.',
  'deputies.asRole': '{application}, als {role}',
  'deputies.everythingIn': 'Alles in {application}',
  'deputies.everything': 'Alles',
  'deputies.anotherApplication': 'Eine andere Anwendung',
  'deputies.named': 'Ihre Vertretung ist benannt.',
  'deputies.isEnded': 'Die Vertretung ist beendet.',
  'deputies.nameOrEnd': 'Vertretung benennen oder beenden',
};
