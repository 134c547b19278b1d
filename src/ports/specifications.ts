import type { Specification } from '../specification/model/specification.js';

/** Checked and ready to run. */
export interface PublishedVersion {
  readonly specification: Specification;
  readonly version: number;
  /** Number of constant changes; the specification includes them. */
  readonly changes?: number;
  /** Earlier name of an entity → the key that it is stored under. */
  readonly formerEntities?: ReadonlyMap<string, string>;
}

export interface SpecificationVersions {
  current(application: string): Promise<PublishedVersion | undefined>;
  at(application: string, version: number): Promise<PublishedVersion | undefined>;
  all(): Promise<readonly PublishedVersion[]>;
  /** Resolves once specifications published by any process before the call are known; bounded. */
  upToDate?(): Promise<void>;
}

export const SPECIFICATIONS = Symbol('Specifications');

/** By application key. */
export type PublishedApplications = ReadonlyMap<string, PublishedVersion>;
