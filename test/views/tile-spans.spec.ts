import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { layOutTiles, TILE_COLUMNS } from '#views/parts/tile-spans.js';

const tiles = fc.array(fc.boolean(), { maxLength: 12 });

it('fills every row of a dashboard, whatever its tiles are', () => {
  fc.assert(
    fc.property(tiles, (isCount) => {
      const spans = layOutTiles(isCount);
      let filled = 0;
      for (const span of spans) {
        filled += span;
        expect(filled).toBeLessThanOrEqual(TILE_COLUMNS);
        if (filled === TILE_COLUMNS) filled = 0;
      }
      expect([spans.length, filled]).toEqual([isCount.length, 0]);
    }),
  );
});

it('gives a list or report at least half of a row', () => {
  fc.assert(
    fc.property(tiles, (isCount) => {
      const lists = layOutTiles(isCount).filter((_, index) => !isCount[index]);
      expect(lists.every((span) => span >= TILE_COLUMNS / 2)).toBe(true);
    }),
  );
});

it.each([
  { tiles: [true, true, false, false], spans: [6, 6, 6, 6] },
  { tiles: [true, false, false], spans: [12, 6, 6] },
  { tiles: [true, false, true, true], spans: [12, 12, 6, 6] },
  { tiles: [true, true, true, true, true], spans: [4, 4, 4, 6, 6] },
  { tiles: [false, true, true, false], spans: [12, 6, 6, 12] },
  { tiles: [false, false, false], spans: [6, 6, 12] },
])('lays out $tiles (true: a count) as $spans', ({ tiles: isCount, spans }) => {
  expect(layOutTiles(isCount)).toEqual(spans);
});
