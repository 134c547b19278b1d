// What pages of tiles show, each tile what a screen shows; and where in time the records of a calendar stand.
import type { SourceLocation } from './source-location.js';

export type TileKind = 'count' | 'list' | 'report';

export interface Tile {
  readonly kind: TileKind;
  /** The route of the screen it shows. */
  readonly screen: string;
  /** undefined: the screen's. */
  readonly title?: string;
}

export interface Dashboard {
  readonly path: string;
  readonly title: string;
  readonly tiles: readonly Tile[];
  /** Roles that see it; empty: everyone. */
  readonly roles: readonly string[];
  readonly place: SourceLocation;
}

export interface CalendarFields {
  /** A date or a moment: a field, `openedAt` or `changedAt`. */
  readonly from: string;
  /** Of the same kind as `from`; a day is in it to its end. undefined: the day or the moment of `from` alone. */
  readonly until?: string;
  /** What a record is called by; undefined: its title. */
  readonly label?: string;
}
