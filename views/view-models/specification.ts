// A specification to be read, and one to be published.
import type { Section, SectionNumber } from '#specification/model/specification.js';
import type { LayoutProps } from './frame.js';

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
  /** Their titles are words of Daybook, in the reader's language. */
  readonly sections: readonly Omit<Section, 'heading'>[];
  readonly later: readonly {
    readonly what: string;
    readonly meanwhile?: string;
    readonly section: number;
    readonly line: number;
  }[];
  /** Where two versions are compared; undefined: there is one alone. */
  readonly changes?: string;
  /** Download of the document. */
  readonly source: string;
  /** Where constants are shown and changed; undefined: there are none. */
  readonly constants?: string;
  /** Where the next version is published; undefined: not an admin. */
  readonly publish?: string;
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
  /** What publishing it would change, where that was asked for. */
  readonly would?: {
    /** “What it changes in version 3 of Purchase requests” */
    readonly title: string;
    readonly changes?: SpecificationChanges;
  };
}

export interface SpecificationDifference {
  readonly about: readonly string[];
  readonly sentence: string;
  readonly line?: number;
  /** Where the line can be read. */
  readonly href?: string;
}

export interface ChangedLine {
  readonly kind: 'same' | 'added' | 'gone';
  readonly text: string;
  readonly before?: number;
  readonly after?: number;
}

export interface SpecificationChanges {
  /** By section; undefined: it cannot be told what one of them means. */
  readonly meaning?: readonly {
    readonly number: SectionNumber;
    readonly differences: readonly SpecificationDifference[];
  }[];
  /** What runs the same, and is called, explained or ordered otherwise. */
  readonly words?: readonly SpecificationDifference[];
  /** Lines that changed, with some around them; undefined: too many did. */
  readonly lines?: readonly (readonly ChangedLine[])[];
  /** Whether there are more of them than are shown. */
  readonly more: boolean;
  /** Whether comparing took too long: nothing is known of what changed. */
  readonly isGivenUp: boolean;
}

export interface SpecificationChangesPage {
  readonly frame: LayoutProps;
  readonly name: string;
  readonly back: { readonly href: string; readonly title: string };
  /** Where the form is sent. */
  readonly action: string;
  readonly from: number;
  readonly to: number;
  /** Newest first. */
  readonly versions: readonly number[];
  readonly changes: SpecificationChanges;
}
