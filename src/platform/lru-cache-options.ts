/** LRU. The package's `max` would preallocate all entries, which takes tens of milliseconds and megabytes per start. */
export const createLruCacheOptions = (count: number) => ({ maxSize: count, sizeCalculation: () => 1 });
