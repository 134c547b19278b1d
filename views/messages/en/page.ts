// page
export const page = {
  'page.previous': 'Previous',
  'page.next': 'Next',
  'page.pages': 'Pages',
  'page.details': 'Details',
  'page.rule': 'Rule {rule}',
  'page.sectionAndLine': 'specification §{section}, line {line}',
  'page.state': 'State',
  'page.more': 'More',
  'page.later': 'Later',
  'page.earlier': 'Earlier',
  'page.notDone': 'That could not be done.',
  'page.whatToDo': 'What to do',
  'page.tryAgain': 'Try again',
  'page.reload': 'Reload',
  'page.loadingTitle': 'Loading the examples',
  'page.loadingExamples': 'Loading the examples, {percent} %',
  'page.loadingHint':
    'Seven months of purchase requests, permits and corrective actions are being written. This page reloads until they are there.',
  'page.record': 'Record',
  'page.quoted': '“{text}”',
  'page.about': 'About this page',
};
