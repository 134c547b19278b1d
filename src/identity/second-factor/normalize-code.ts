const MAX_TYPED = 100;

/** People type spaces and hyphens as they read them. */
export const normalizeCode = (typed: string): string =>
  typed.slice(0, MAX_TYPED).replace(/[\s-]/g, '').toUpperCase();
