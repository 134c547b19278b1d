// specification
export const specification = {
  'specification.version': 'Specification, version {version}',
  'specification.compare': 'Compare versions',
  'specification.constants': 'Constants',
  'specification.publishNext': 'Publish the next version',
  'specification.sections': 'Sections',
  'specification.empty': 'Nothing is specified yet.',
  'specification.emptyHint':
    'The application has this page and its audit timeline. An admin publishes the next version.',
  'specification.emptyInvitation':
    'The application has this page and its audit timeline. Write what is missing and <link>publish the next version</link>: start with section 3, the entities.',
  'specification.rulesOf': 'Rules of section {section}',
  'specification.notShown': 'not shown',
  'specification.later': 'Declared, but run later',
  'specification.laterHint':
    'This version of Daybook checks these and keeps them, but does not run them yet.',
  'specification.place': '§{section}, line {line}',
  'specification.versions': 'Versions',
  'specification.versionNumber': 'Version {version}',
  'specification.onlyOne': 'Only one version has been published: there is nothing to compare it with',
  'specification.changesBetween': 'What version {to} changes in version {from}',
  'specification.fromVersion': 'From version',
  'specification.toVersion': 'to version',
  'specification.compareThese': 'Compare',
  'specification.givenUp':
    'Comparing these two takes too long here. Compare them again later, or download both documents and compare them with <code>daybook diff</code>.',
  'specification.lineByLine': 'The text, line by line',
  'specification.moreLines': 'There is more than fits on a page. Download both documents to compare them.',
  'specification.tooManyLines':
    'Too many lines changed to compare the texts line by line. Download both documents to compare them.',
  'specification.onlyTexts':
    'One of the two is not a specification that this version of Daybook runs. Only the texts can be compared.',
  'specification.same': 'Both mean the same.',
  'specification.onlyWords': 'Both do the same; only what things are called differs.',
  'specification.wordChanges': 'Only names, explanations or order changed',
  'specification.line': 'line {line}',
  'specification.changedLines': 'Lines that changed',
  'specification.added': 'new:',
  'specification.gone': 'gone:',
  'specification.whatChanged': 'What changed',
};
