// board
export const board = {
  'board.newest': 'These are the newest {count, number}.',
  'board.seeAll': 'See all that are “{state}”',
};
