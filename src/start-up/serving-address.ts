export interface ServingAddress {
  /** For links to people. */
  readonly site: string;
  /** Where it listens. */
  readonly url: string;
}
