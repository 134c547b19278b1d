// A stored value as HTML: in a cell of a list (short) or on its record (whole).
import { type ReactNode } from 'react';
import { isUnreadable } from '#specification/value.js';
import { viewOf } from '../field-types/view-of.js';
import { fileLinks, filesInFull } from './shown-files.js';
import type { DisplayValue } from '../view-models/shown.js';
import type { Formats } from '../format.js';
import { HIDDEN_TEXT, displayText } from './display-text.js';

// Written out, so that the build finds them in this file and keeps their styles.
// Neither red nor green is among them: a colour drawn by lot must not say “wrong” or “right”.
const HUES = ['db-hue-0', 'db-hue-1', 'db-hue-2', 'db-hue-3', 'db-hue-4', 'db-hue-5', 'db-hue-6'] as const;

/** A state keeps its colour wherever it is shown; the text says what it is. `order`: its place in the lifecycle. */
export function hueOf(key: string, order?: number): string {
  return HUES[(order !== undefined && order >= 0 ? order : sumOf(key)) % HUES.length] as string;
}

/** Where nobody says the order, the key decides, always the same way. */
function sumOf(key: string): number {
  let sum = 0x811c9dc5;
  for (let index = 0; index < key.length; index++)
    sum = Math.imul(sum ^ key.charCodeAt(index), 0x01000193) >>> 0;
  return sum;
}

export function stateBadge(key: string, title: string, order?: number): ReactNode {
  return <span className={`db-state ${hueOf(key, order)}`}>{title}</span>;
}

/** As it stands in a cell: one line of meaning. A function, not a component: a list has hundreds. */
export function inCell(shown: DisplayValue, formats: Formats): ReactNode {
  const { value, type, hidden } = shown;
  if (hidden) return <span className="db-none">{HIDDEN_TEXT}</span>;
  if (value === null) return <span className="db-none">–</span>;
  if (isUnreadable(value)) return <span className="db-none">{displayText(shown, formats)}</span>;
  if (shown.files) return fileLinks(shown.files);
  const text = displayText(shown, formats);
  if (type === 'state') return stateBadge(String(value), text, shown.order);
  if (shown.href !== undefined) return <a href={shown.href}>{text}</a>;
  return viewOf(shown).cell?.(text, String(value)) ?? text;
}

/** As it stands on its record: every line of a text, every row of a table. */
export function inFull(shown: DisplayValue, formats: Formats): ReactNode {
  const { hasRows, full } = viewOf(shown);
  if (hasRows && shown.rows && shown.columns && !shown.hidden) {
    return shown.rows.length === 0 ? <span className="db-none">–</span> : tableOf(shown, formats);
  }
  if (shown.files && !shown.hidden && shown.files.length > 0) return filesInFull(shown.files);
  if (full && typeof shown.value === 'string' && !shown.hidden) return full(displayText(shown, formats));
  return inCell(shown, formats);
}

function tableOf({ title, columns = [], rows = [] }: DisplayValue, formats: Formats): ReactNode {
  return (
    <div className="table-responsive db-lines" tabIndex={0} role="group" aria-label={title}>
      <table className="table table-sm">
        <caption className="visually-hidden">{title}</caption>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <th
                key={column.key}
                scope="col"
                className={endAligned(rows[0]?.[index]) ? 'text-end' : undefined}
              >
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row}>
              {cells.map((cell) => (
                <td key={cell.key} className={endAligned(cell) ? 'db-number' : undefined}>
                  {inCell(cell, formats)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Numbers stand under each other by their last digit. */
function endAligned(shown: DisplayValue | undefined): boolean {
  return viewOf(shown).atEnd === true;
}
