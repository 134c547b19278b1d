// The port to the published versions of specifications.
import type { Specification } from '../specification/model/specification.js';

/** A published version, checked and ready to run. */
export interface PublishedVersion {
  readonly specification: Specification;
  readonly version: number;
  /** How often constants of the application were changed since the first version; the specification has them. */
  readonly changes?: number;
  /** What earlier versions called an entity, and this one calls otherwise → the key that it is stored under. */
  readonly formerEntities?: ReadonlyMap<string, string>;
}

export interface SpecificationVersions {
  current(application: string): Promise<PublishedVersion | undefined>;
  at(application: string, version: number): Promise<PublishedVersion | undefined>;
  all(): Promise<readonly PublishedVersion[]>;
  /** Resolves once specifications published before the call are known, by any process; bounded. */
  upToDate?(): Promise<void>;
}

export const SPECIFICATIONS = Symbol('Specifications');

/** Application → what is published of it, by key. */
export type PublishedApplications = ReadonlyMap<string, PublishedVersion>;
