export const board = {
  'board.move': 'Move',
  'board.cannotMove': 'No action of yours moves it there.',
  'board.newest': 'These are the newest {count, number}.',
  'board.seeAll': 'See all that are “{state}”',
  'board.showCards': 'Show the newest',
};
