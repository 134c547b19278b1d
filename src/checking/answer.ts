// A question about a document → its answer. The same on the main thread, where the document is small, and on another.
import { checkedOnce, misfits } from '../specification/checked-once.js';
import type { Tells, Told } from './told.js';

export function answer({ number, text, before }: Told): Tells {
  const checked = checkedOnce(text);
  if (!checked.ok) return { number, problems: checked.problems };
  const { key, name } = checked.specification;
  return { number, problems: before === undefined ? [] : misfits(before, text), key, name };
}
