import type { StateTone } from '#specification/model/tones.js';
import type { LayoutProps } from './frame.js';
import type { ListFilter } from './list.js';

export interface MapState {
  readonly key: string;
  readonly title: string;
  readonly tone: StateTone;
  /** '': none. */
  readonly below: string;
  readonly href?: string;
  /** Only on the map of a single record. */
  readonly visit?: 'past' | 'current' | 'none';
}

export interface MapMove {
  /** '': creation. */
  readonly fromKey: string;
  readonly toKey: string;
  readonly title: string;
  /** '': none. */
  readonly below: string;
  /** 0 to 1, relative to the most frequent move. */
  readonly weight: number;
  readonly href?: string;
  /** Only on the map of a single record; false: possible. */
  readonly isMade?: boolean;
}

export interface ProcessMapFigure {
  readonly states: readonly MapState[];
  readonly moves: readonly MapMove[];
  readonly label: string;
}

export interface ProcessMapPage {
  readonly frame: LayoutProps;
  readonly heading: string;
  /** Address of news. */
  readonly live?: string;
  readonly path: string;
  readonly figure: ProcessMapFigure;
  readonly list: string;
  readonly states: readonly {
    readonly title: string;
    readonly current: string;
    readonly visits: string;
    readonly href?: string;
  }[];
  readonly moves: readonly {
    readonly title: string;
    readonly from: string;
    readonly to: string;
    readonly count: string;
    readonly records: string;
    readonly median: string;
    readonly percentile90: string;
    readonly href?: string;
  }[];
  readonly variants: readonly {
    readonly steps: readonly string[];
    readonly records: string;
    readonly share: string;
    readonly median: string;
    readonly href?: string;
  }[];
  /** Includes variants not shown. */
  readonly variantCount: number;
  readonly moreVariants?: string;
  /** Toggles rare moves. */
  readonly otherMoves?: { readonly href: string; readonly title: string };
  readonly search: string;
  readonly filters: readonly ListFilter[];
  readonly filtered: boolean;
  readonly count: number;
  readonly notes: readonly string[];
  /** Some records may be unreadable for the viewer. */
  readonly partly: boolean;
}
