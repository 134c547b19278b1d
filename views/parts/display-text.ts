// A value in words.
import { isDamaged, isErased, isKeyMissing, isUnreadable } from '#specification/value.js';
import { viewOf } from '../field-types/view-of.js';
import type { DisplayValue, FileLink } from '../view-models/shown.js';
import type { Formats } from '../format.js';

export const HIDDEN_TEXT = 'not visible to you';
export const ERASED_TEXT = 'erased';

/** undefined: it can be read. */
export function unreadableText(value: unknown): string | undefined {
  if (isErased(value)) return ERASED_TEXT;
  if (isKeyMissing(value)) return 'cannot be read: its key is missing';
  return isDamaged(value) ? 'cannot be read: it is damaged' : undefined;
}

/** What a file is called. */
export const fileText = ({ name, lost }: FileLink): string =>
  lost === undefined ? name : `a file: ${unreadableText(lost)}`;

/** The value in words; '' where there is none. A table says how many rows it has. */
export function displayText(shown: DisplayValue, formats: Formats): string {
  const { value, label } = shown;
  if (shown.hidden) return HIDDEN_TEXT;
  if (isUnreadable(value)) return unreadableText(value) ?? '';
  if (label !== undefined) return label;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number' || typeof value === 'string') return writtenText(value, shown, formats);
  if (value === null) return '';
  if (shown.files) return shown.files.map((file) => fileText(file)).join(', ');
  return value.length === 1 ? '1 row' : `${formats.count(value.length)} rows`;
}

function writtenText(value: string | number, shown: DisplayValue, formats: Formats): string {
  const { text } = viewOf(shown);
  if (text) return text(value, shown, formats);
  return typeof value === 'number' ? formats.number(value, shown.places ?? 0) : value;
}
