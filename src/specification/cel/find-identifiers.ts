// Every word counts, so that none is missed.
import type { Expression } from '../model/specification.js';

export const findIdentifiers = (code: string): ReadonlySet<string> => new Set(code.match(/\w+/g));

export const joinSourceWithTables = ({
  source,
  asks = [],
}: Pick<Expression<unknown>, 'source' | 'asks'>): string => [source, ...asks].join(' ');
