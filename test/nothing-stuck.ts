// Where nothing is left alone and what goes wrong is thrown: for tests of what a process does otherwise.
import type { StuckItems } from '#background/stuck-items.js';

export const nothingStuck: Pick<StuckItems, 'refresh' | 'of' | 'isLeftAlone' | 'unlessStuck'> = {
  refresh: async () => {},
  of: () => [],
  isLeftAlone: () => false,
  unlessStuck: (_, work) => work(),
};
