// Collections `specifications`, one document per application, and `texts`, one per version.
import type { CommandLineOperator } from '#domain/event.js';
import type { Document } from '#projections/port/projection.js';

export interface SpecificationDocument extends Document {
  readonly id: string;
  readonly name: string;
  /** Without a new version, in order. */
  readonly constants?: readonly ConstantChangeEntry[];
  readonly version: number;
  readonly versions: readonly {
    readonly version: number;
    readonly publishedBy: string;
    readonly publishedAt: string;
    /** Where published on the command line. */
    readonly commandLine?: CommandLineOperator;
    /** Only in version 1 of this read model, served until it is rebuilt. */
    readonly text?: string;
  }[];
}

export interface ConstantChangeEntry {
  readonly constant: string;
  readonly key: string | null;
  readonly text: string;
  readonly from: string;
  readonly before: string | null;
  readonly by: string;
  readonly at: string;
  readonly reason: string | null;
}

export interface SpecificationTextDocument extends Document {
  readonly id: string;
  readonly text: string;
}

export const SPECIFICATIONS_COLLECTION = 'specifications';
export const SPECIFICATION_TEXTS_COLLECTION = 'texts';

export const toSpecificationTextId = (application: string, version: number): string =>
  `${application}@${version}`;
