// Checks a document once, however many ask about it one after the other: who publishes it, who compares it, who runs it.
import { LRUCache } from 'lru-cache';
import { check } from './check.js';
import { compatible } from './compatible.js';
import type { Checked, Problem } from './specification.js';

/** Of publishing only the last ones matter. */
const KEPT = 8;

const kept = new LRUCache<string, Checked>({ max: KEPT });

export function checkedOnce(text: string): Checked {
  const known = kept.get(text) ?? check(text);
  kept.set(text, known);
  return known;
}

/** Records of the version before have to go on under the next one. A version that passes no check any more asks nothing. */
export function misfits(before: string, next: string): readonly Problem[] {
  const [previous, following] = [checkedOnce(before), checkedOnce(next)];
  return previous.ok && following.ok ? compatible(previous.specification, following.specification) : [];
}
