// “1 event”, “1,200 events”: an amount with its noun.
export const withCount = (count: number, one: string, many = `${one}s`) =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
