// Digests of JSON values: of their canonical form (RFC 8785), so that the same value always has the same one.
import { createHash } from 'node:crypto';
import { canonical } from '../event-store/canonical-json.js';

/** What is keyed cannot be found by trying, other than by who holds the installation's key. */
export const digestsBy = ({ digest }: { readonly digest: (text: string) => string }) => ({
  hash: (value: unknown): string => createHash('sha256').update(canonical(value)).digest('hex'),
  keyed: (value: unknown): string => digest(`signed ${canonical(value)}`),
});
