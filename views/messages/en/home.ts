export const home = {
  'home.justNow': 'just now',
  'home.title': 'Waiting for you',
  'home.longestFirst': 'What has waited longest comes first.',
  'home.only': 'In {application} only. <link>Show all applications</link>',
  'home.nothing': 'Nothing waits for you.',
  'home.nothingHint':
    'New work appears here by itself. To look around or to ask for something, choose an application below.',
  'home.nothingHereHint': 'New work appears here by itself.',
  'home.noRole': 'Work appears here once you have a role in an application.',
  'home.noUndo':
    '{count, plural, one {{actions} takes effect at once. You cannot undo it.} other {{actions} take effect at once. You cannot undo them.}}',
  'home.more': 'More waits for you:',
  'home.withOthers': 'Yours, with others: newest first',
  'home.from': 'from {name}',
  'home.waits': 'waiting {since}',
  'home.waitingFor': 'Waiting for {name}',
  'home.views': 'Your views',
  'home.applications': 'Applications',
  'home.noApplication': 'There is no application yet.',
  'home.noApplicationForYou': 'There is no application that you may enter.',
  'home.publishFirst': 'Publish a specification: a Markdown document in nine sections. It runs at once.',
  'home.askAdmin': 'An admin publishes applications, and gives roles in them.',
};
