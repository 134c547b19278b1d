/** Equal for questions with the same values. Filters hold sets, which JSON alone writes as `{}`. */
export const createCacheKey = (...parts: readonly unknown[]): string => JSON.stringify(parts, toJsonValue);

const toJsonValue = (_: string, value: unknown): unknown => (value instanceof Set ? [...value] : value);
