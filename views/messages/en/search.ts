export const search = {
  'search.title': 'Search',
  'search.titleOf': 'Search: {text}',
  'search.ask': 'What are you looking for?',
  'search.nothing': 'Nothing found for “{text}”.',
  'search.noRecords': 'No records found for “{text}”.',
  'search.people': 'People',
  'search.personInMonth': '{person}: what was done in {month}',
  'search.pages': 'Pages',
  'search.found':
    '{count, plural, one {# record found} other {# records found}}. Those changed last come first.',
  'search.moreFound':
    'More than {count, plural, one {# record found} other {# records found}}. Those changed last come first.',
  'search.nowhere': 'There is no application with records that you may read.',
  'search.looksAt':
    'The search looks at numbers, titles, texts, names of files, people, states, choices, dates and amounts that you may read. Words are found by how they begin.',
  'search.where':
    'The search looks at numbers, titles, texts, names of files, people, states, choices, dates and amounts that you may read in: {places}. Words are found by how they begin.',
  'search.part': '{shown} of {total}',
  'search.partOfMore': '{shown} of more than {total}',
  'search.showAll': 'Show all {total} {entities}',
  'search.showAllOfMore': 'Show all of more than {total} {entities}',
  'search.board': '{title} (board)',
  'search.untitled': 'Untitled',
  'search.tooMany': '“{text}” fits too many {among} to search all of them. Type more of the name.',
};
