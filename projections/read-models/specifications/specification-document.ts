// Read model `specifications`: collection `specifications`, one document per application; collection `texts`, one per version.
import type { CommandLineOperator } from '#domain/event.js';
import type { Document } from '#projections/port/projection.js';

export interface SpecificationDocument extends Document {
  /** Key of the application. */
  readonly id: string;
  readonly name: string;
  /** Constants that were changed without a new version, in the order in which they were; left out where there are none. */
  readonly constants?: readonly ConstantChangeEntry[];
  readonly version: number;
  /** Oldest first. */
  readonly versions: readonly {
    readonly version: number;
    readonly publishedBy: string;
    readonly publishedAt: string;
    /** Where it was published on the command line. */
    readonly commandLine?: CommandLineOperator;
    /** As version 1 of this read model kept it, which is served until version 2 is built. */
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

/** Apart from the others: an application of many versions is no larger to read or write, nor more than an engine keeps in a document. */
export interface TextDocument extends Document {
  /** As `textId` makes it. */
  readonly id: string;
  readonly text: string;
}

export const SPECIFICATIONS_COLLECTION = 'specifications';
export const TEXTS_COLLECTION = 'texts';

export const textId = (application: string, version: number): string => `${application}@${version}`;
