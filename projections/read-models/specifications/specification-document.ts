// Read model `specifications`: collection `specifications`, one document per application; collection `texts`, one per version.
import type { CommandLineOperator } from '#domain/event.js';
import type { Document } from '#projections/port/projection.js';

export interface SpecificationDocument extends Document {
  readonly id: string;
  readonly name: string;
  /** Changes of constants without a new version, in order; missing: none. */
  readonly constants?: readonly ConstantChangeEntry[];
  readonly version: number;
  /** Oldest first. */
  readonly versions: readonly {
    readonly version: number;
    readonly publishedBy: string;
    readonly publishedAt: string;
    /** Present where published on the command line. */
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

/** Texts are separate, so that documents stay small however many versions there are. */
export interface TextDocument extends Document {
  /** See `textId`. */
  readonly id: string;
  readonly text: string;
}

export const SPECIFICATIONS_COLLECTION = 'specifications';
export const TEXTS_COLLECTION = 'texts';

export const toTextId = (application: string, version: number): string => `${application}@${version}`;
