import type { Section, SectionNumber } from '#specification/model/specification.js';
import type { LayoutProps } from './frame.js';
import type { ProcessMapFigure } from './process-map.js';

export interface SpecificationPage {
  readonly frame: LayoutProps;
  readonly name: string;
  readonly version: number;
  readonly versions: readonly {
    readonly version: number;
    readonly at: string;
    readonly by: string;
    readonly href: string;
  }[];
  readonly sections: readonly Omit<Section, 'heading'>[];
  readonly later: readonly {
    readonly what: string;
    readonly meanwhile?: string;
    readonly section: number;
    readonly line: number;
  }[];
  /** undefined: single version. */
  readonly changes?: string;
  readonly source: string;
  readonly constants?: string;
  readonly lifecycles: readonly {
    readonly entity: string;
    readonly figure: ProcessMapFigure;
    /** false: each action is drawn from its usual state only. */
    readonly isWhole: boolean;
  }[];
  readonly maps: readonly { readonly title: string; readonly href: string }[];
  readonly publish?: string;
  /** For admins. */
  readonly exportApplication?: string;
  readonly empty: boolean;
}

export interface PublishPage {
  readonly frame: LayoutProps;
  readonly action: string;
  readonly commandId: string;
  readonly text: string;
  readonly problems: readonly {
    readonly line: number;
    readonly column: number;
    readonly message: string;
    readonly remedy?: string;
  }[];
  readonly would?: {
    readonly title: string;
    readonly changes?: SpecificationChanges;
  };
}

export interface SpecificationDifference {
  readonly about: readonly string[];
  readonly sentence: string;
  readonly line?: number;
  readonly href?: string;
}

export interface ChangedLine {
  readonly kind: 'same' | 'added' | 'gone';
  readonly text: string;
  readonly before?: number;
  readonly after?: number;
}

export interface SpecificationChanges {
  /** undefined: not comparable. */
  readonly meaning?: readonly {
    readonly number: SectionNumber;
    readonly differences: readonly SpecificationDifference[];
  }[];
  readonly words?: readonly SpecificationDifference[];
  /** undefined: too many. */
  readonly lines?: readonly (readonly ChangedLine[])[];
  readonly more: boolean;
  /** The comparison timed out. */
  readonly isGivenUp: boolean;
}

export interface SpecificationChangesPage {
  readonly frame: LayoutProps;
  readonly name: string;
  readonly back: { readonly href: string; readonly title: string };
  readonly action: string;
  readonly from: number;
  readonly to: number;
  /** Newest first. */
  readonly versions: readonly number[];
  readonly changes: SpecificationChanges;
}
