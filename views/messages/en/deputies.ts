// deputies
export const deputies = {
  'deputies.hint':
    'A deputy approves for somebody else. Both names are shown, and neither of the two counts twice.',
  'deputies.yours': 'Your deputies',
  'deputies.none': 'You have no deputy.',
  'deputies.forOthers': 'You are the deputy of',
  'deputies.noneForOthers': 'You are nobody’s deputy.',
  'deputies.all': 'All deputies',
  'deputies.noneAtAll': 'Nobody has named a deputy.',
  'deputies.ended': 'ended by {name}, {at}',
  'deputies.endNamed': 'End: {deputy} for {person}',
  'deputies.nameAsDeputy': 'Name as deputy',
  'deputies.name': 'Name a deputy',
  'deputies.who': 'Who',
  'deputies.forWhat': 'For what',
  'deputies.firstDay': 'First day',
  'deputies.lastDay': 'Last day',
  'deputies.rights':
    'They see what they may see themselves, and approve what you could approve. They cannot pass it on.',
  'deputies.asRole': '{application}, as {role}',
  'deputies.everythingIn': 'Everything in {application}',
  'deputies.everything': 'Everything',
  'deputies.anotherApplication': 'Another application',
  'deputies.named': 'Your deputy is named.',
  'deputies.isEnded': 'The deputation is ended.',
  'deputies.nameOrEnd': 'Name or end a deputy',
};
