import { keyToTitle } from '../common-shapes.js';
import type { Specification } from '#specification/model/specification.js';

/** The readable key by default. */
export const getCallTitle = (specification: Pick<Specification, 'calls'> | undefined, key: string): string =>
  specification?.calls.find((call) => call.key === key)?.title ?? keyToTitle(key);
