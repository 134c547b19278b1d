// How often a property is tried: with `npm run test:endurance` as often as it says, with `npm test` a fifth of that.
const OFTEN = process.env['DAYBOOK_TEST_PROPERTIES'] === 'often';

export const numRuns = (often: number): number => (OFTEN ? often : Math.ceil(often / 5));

/**
 * Of cases that a test lists itself: all with `npm run test:endurance`, each fifth with `npm test`. Samples that begin at 0 to 4 have
 * every case between them.
 */
export const sampleCases = <T>(cases: readonly T[], begin = 0): readonly T[] =>
  OFTEN ? cases : cases.filter((_, index) => index % 5 === begin % 5);

/** As `sampleCases`, of a list whose halves are each worth a run: the first half where `begin` is even, else the second. */
export const sampleHalf = <T>(cases: readonly T[], begin: number): readonly T[] => {
  const half = Math.ceil(cases.length / 2);
  if (OFTEN) return cases;
  return begin % 2 === 0 ? cases.slice(0, half) : cases.slice(half);
};
