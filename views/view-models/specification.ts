// A specification to be read, and one to be published.
import type { Section } from '#specification/specification.js';
import type { Frame } from './frame.js';

export interface SpecificationPage {
  readonly frame: Frame;
  readonly name: string;
  readonly version: number;
  readonly versions: readonly {
    readonly version: number;
    readonly at: string;
    readonly by: string;
    readonly href: string;
  }[];
  readonly sections: readonly Section[];
  readonly later: readonly {
    readonly what: string;
    readonly meanwhile?: string;
    readonly section: number;
    readonly line: number;
  }[];
  /** Download of the document. */
  readonly source: string;
  /** Where constants are shown and changed; undefined: there are none. */
  readonly constants?: string;
  /** Where the next version is published; undefined: not an admin. */
  readonly publish?: string;
  readonly empty: boolean;
}

export interface PublishPage {
  readonly frame: Frame;
  readonly action: string;
  readonly commandId: string;
  readonly text: string;
  readonly problems: readonly {
    readonly line: number;
    readonly column: number;
    readonly message: string;
    readonly remedy?: string;
  }[];
}
