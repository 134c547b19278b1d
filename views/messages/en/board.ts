export const board = {
  'board.move': 'Move',
  'board.cannotMove': 'No action of yours moves it there.',
  'board.newest': 'These are the newest {count, number}.',
  'board.seeAll': 'See all that are “{state}”',
  'board.moved':
    '{count, plural, one {# record is new here or has moved on} other {# records are new here or have moved on}}',
  'board.movedMore': 'More than {count, number} records are new here or have moved on',
  'board.showCards': 'Show the newest',
};
