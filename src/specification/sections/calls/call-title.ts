// What people call a call or mail of section 7.
import { keyToTitle } from '../common-shapes.js';
import type { Specification } from '#specification/model/specification.js';

/** Its title; where the document gives it none, or nothing is published any more, its name made readable. */
export const getCallTitle = (specification: Pick<Specification, 'calls'> | undefined, key: string): string =>
  specification?.calls.find((call) => call.key === key)?.title ?? keyToTitle(key);
