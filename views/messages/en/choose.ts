// choose
export const choose = {
  'choose.part': 'Part of the name',
  'choose.partOf': 'Part of the name: {title}',
  'choose.findNamed': 'Find: {title}',
  'choose.count': '{count, number}',
  'choose.moreThan': 'more than {count, number}',
  'choose.shown': '{found} of {all} shown. To find others, type part of the name and press Find.',
  'choose.another': 'To choose another of {all}, type part of the name and press Find.',
  'choose.among': 'To choose from {all}, type part of the name and press Find.',
  'choose.foundPart': '{found} of {all} found. Type more of the name.',
  'choose.found': '{found} found.',
  'choose.shownTyping': '{found} of {all} shown. To find others, type part of the name.',
  'choose.anotherTyping': 'To choose another of {all}, type part of the name.',
  'choose.amongTyping': 'To choose from {all}, type part of the name.',
};
