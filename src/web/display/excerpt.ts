// What a list of events shows of long values: their beginnings, so that a page stays as long as people read, whatever was written.
import type { DisplayValue } from '#views/view-models/shown.js';
import { isUnreadable, type Row, type Scalar, type Value } from '#specification/model/stored-value.js';

/** Where all of an event is shown. */
export interface WholeEvents {
  readonly href: (position: number) => string;
  /** This one is shown whole where it stands. */
  readonly position?: number;
}

/** Letters of a comment or a reason, of the value of a field, rows of one table, and letters of its cells. */
const COMMENT = 2_000;
const TEXT = 600;
const ROWS = 5;
const CELL = 150;
/** Letters of one event. */
const ALL = 6_000;
/** A value costs as much beside its letters: its name, and the marks around it. */
const EACH = 20;

/** Of one event: counts what is left to be shown of it. */
export class Excerpt {
  private left = ALL;
  isCut = false;

  /** false: nothing more of this event is shown. */
  hasRoom(): boolean {
    if (this.left > 0) return true;
    this.isCut = true;
    return false;
  }

  text(text: string, most = COMMENT): string {
    this.left -= EACH + Math.min(text.length, most);
    if (text.length <= most) return text;
    this.isCut = true;
    // No half of a character.
    return `${text.slice(0, most).replace(/[\ud800-\udbff]$/, '')}…`;
  }

  /** The beginning of a value, as it is shown. */
  of(value: Value, show: (value: Value) => DisplayValue): DisplayValue {
    if (typeof value === 'string') return this.ofText(value, show);
    if (Array.isArray(value)) return this.ofRows(value as readonly Row[], show);
    this.left -= EACH;
    return show(value);
  }

  private ofText(value: string, show: (value: Value) => DisplayValue): DisplayValue {
    const text = this.text(value, TEXT);
    // Half an address leads nowhere.
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
