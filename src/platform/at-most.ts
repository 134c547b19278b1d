/**
 * For a cache: so many, and those not asked for the longest go first. What the package calls `max` would make room for all of them
 * at once, at each start: tens of milliseconds and some megabytes before anybody has come.
 */
export const limitEntries = (count: number) => ({ maxSize: count, sizeCalculation: () => 1 });
