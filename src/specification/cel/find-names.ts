// Names that expressions mention: every word counts, so that none is missed.
import type { Expression } from '../model/specification.js';

export const findNames = (code: string): ReadonlySet<string> => new Set(code.match(/\w+/g));

/** The expression with the conditions of the tables it asks. */
export const joinSourceWithTables = ({
  source,
  asks = [],
}: Pick<Expression<unknown>, 'source' | 'asks'>): string => [source, ...asks].join(' ');
