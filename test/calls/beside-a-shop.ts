// A new remote server and a Daybook that calls it, for each test.
import { afterEach, beforeEach } from '@jest/globals';
import { calling, type Calling } from './calling.js';
import { otherSide, type OtherSide } from './other-side.js';

export interface BesideAShop {
  readonly shop: OtherSide;
  /** The latest. */
  readonly running: Calling;
  start(...about: Parameters<typeof calling>): Promise<Calling>;
}

export function besideAShop(): BesideAShop {
  let shop: OtherSide;
  let running: Calling | undefined;
  beforeEach(async () => {
    shop = await otherSide();
  });
  afterEach(async () => {
    await running?.close();
    running = undefined;
    await shop.close();
  });
  return {
    get shop() {
      return shop;
    },
    get running() {
      return running!;
    },
    start: async (...about) => (running = await calling(...about)),
  };
}
