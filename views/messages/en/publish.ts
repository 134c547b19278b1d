export const publish = {
  'publish.title': 'Publish a specification',
  'publish.hint':
    'A Markdown document in nine sections. It is checked first; nothing is published while anything is wrong.',
  'publish.document': 'Document',
  'publish.check': 'Check and publish',
  'publish.compare': 'Show what it changes',
  'publish.problems': 'Not published: {count, plural, one {one problem} other {# problems}}',
  'publish.lines': 'The lines they are on',
  'publish.linesWithProblems': 'Lines with problems',
  'publish.lineNumber': 'Line {line}',
  'publish.published': 'The specification is published.',
  'publish.firstVersion': 'This would be version 1 of “{name}”.',
  'publish.changes': 'What it changes in version {version} of “{name}”',
};
