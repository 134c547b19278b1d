// Truncates long values in event lists, so that pages stay short.
import type { DisplayValue } from '#views/view-models/display-value.js';
import { isUnreadable, type Row, type Scalar, type Value } from '#specification/model/stored-value.js';

/** Links to the page of the full event. */
export interface FullEventLinks {
  readonly href: (position: number) => string;
  /** Position of the event shown in full. */
  readonly position?: number;
}

/** Characters of a comment or field value, rows of a table, characters of a cell. */
const COMMENT = 2_000;
const TEXT = 600;
const ROWS = 5;
const CELL = 150;
/** Characters per event. */
const ALL = 6_000;
/** Estimated characters of a value's name and markup. */
const EACH = 20;

/** Remaining budget of one event. */
export class ValueExcerpter {
  private left = ALL;
  isCut = false;

  hasRoom(): boolean {
    if (this.left > 0) return true;
    this.isCut = true;
    return false;
  }

  text(text: string, most = COMMENT): string {
    this.left -= EACH + Math.min(text.length, most);
    if (text.length <= most) return text;
    this.isCut = true;
    // Do not split a surrogate pair.
    return `${text.slice(0, most).replace(/[\ud800-\udbff]$/, '')}…`;
  }

  of(value: Value, show: (value: Value) => DisplayValue): DisplayValue {
    if (typeof value === 'string') return this.ofText(value, show);
    if (Array.isArray(value)) return this.ofRows(value as readonly Row[], show);
    this.left -= EACH;
    return show(value);
  }

  private ofText(value: string, show: (value: Value) => DisplayValue): DisplayValue {
    const text = this.text(value, TEXT);
    // A truncated link would be broken.
    const shown: DisplayValue = text === value ? show(value) : { ...show(text), type: 'text' };
    return shown.label === undefined ? shown : { ...shown, label: this.text(shown.label, CELL) };
  }

  private ofRows(all: readonly Row[], show: (value: Value) => DisplayValue): DisplayValue {
    const rows: Row[] = [];
    for (const row of all.slice(0, ROWS)) if (this.left > 0) rows.push(this.rowOf(row));
    const shown = show(rows);
    if (rows.length === all.length) return shown;
    this.isCut = true;
    return { ...shown, rowsLeftOut: all.length - rows.length };
  }

  private rowOf(row: Row): Row {
    if (isUnreadable(row)) return row;
    return Object.fromEntries(Object.entries(row).map(([key, cell]) => [key, this.cellOf(cell)]));
  }

  private cellOf(cell: Scalar): Scalar {
    if (typeof cell === 'string') return this.text(cell, CELL);
    this.left -= EACH;
    return cell;
  }
}
