// Checks a document once, however many ask about it one after the other: who publishes it, who compares it, who runs it.
import { LRUCache } from 'lru-cache';
import { check, publishedCheck } from './check.js';
import { compatible } from './compatible.js';
import type { SpecificationCheck, Problem } from './specification.js';

/** Characters of all documents that are kept, since what is made of one takes as much memory as it is long. */
const MOST_KEPT = 2_000_000;

const kept = new LRUCache<string, SpecificationCheck>({
  maxSize: MOST_KEPT,
  sizeCalculation: (_, text) => text.length + 1,
});

export function checkedOnce(text: string): SpecificationCheck {
  return kept.get(text) ?? keepChecked(text, check(text));
}

/** undefined: not checked here, or longer ago than is remembered. */
export const checkedBefore = (text: string): SpecificationCheck | undefined => kept.get(text);

export function keepChecked(text: string, checked: SpecificationCheck): SpecificationCheck {
  kept.set(text, checked);
  return checked;
}

/** Records of the version before have to go on under the next one. A version that passes no check any more asks nothing. */
export function misfits(before: string, next: string): readonly Problem[] {
  const [previous, following] = [publishedCheck(checkedOnce(before)), checkedOnce(next)];
  return previous.ok && following.ok ? compatible(previous.specification, following.specification) : [];
}
