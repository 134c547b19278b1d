/** Compares texts by code units. */
export const compareAscending = <T extends string | number | bigint>(one: T, other: T): number =>
  Number(one > other) - Number(one < other);
