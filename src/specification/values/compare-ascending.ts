/** Compares two values for sorting; texts by their code units. 0 where they are equal, which leaves both in their order. */
export const compareAscending = <T extends string | number | bigint>(one: T, other: T): number =>
  Number(one > other) - Number(one < other);
