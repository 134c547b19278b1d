import type { SourceLocation } from './source-location.js';

export type TileKind = 'count' | 'list' | 'report';

export interface Tile {
  readonly kind: TileKind;
  readonly screen: string;
  /** undefined: the screen's. */
  readonly title?: string;
}

export interface Dashboard {
  readonly path: string;
  readonly title: string;
  readonly tiles: readonly Tile[];
  /** Empty: everyone. */
  readonly roles: readonly string[];
  readonly place: SourceLocation;
}

export interface CalendarFields {
  /** A date or moment field, `openedAt` or `changedAt`. */
  readonly from: string;
  /** As `from`, inclusive; undefined: `from` alone. */
  readonly until?: string;
  /** undefined: the record's title. */
  readonly label?: string;
}
