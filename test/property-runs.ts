// How often a property is tried: with `npm run test:endurance` as often as it says, with `npm test` a fifth of that.
const OFTEN = process.env['DAYBOOK_TEST_PROPERTIES'] === 'often';

export const numRuns = (often: number): number => (OFTEN ? often : Math.ceil(often / 5));

/**
 * Of cases that a test lists itself: all with `npm run test:endurance`, each fifth with `npm test`. Samples that begin at 0 to 4 have
 * every case between them.
 */
export const sampleCases = <T>(cases: readonly T[], begin = 0): readonly T[] =>
  OFTEN ? cases : cases.filter((_, index) => index % 5 === begin % 5);
