export interface Viewer {
  readonly id: string;
  readonly name: string;
  readonly admin: boolean;
  /** Reads every record, but not fields with their own permission. */
  readonly auditor: boolean;
  /** Application → granted roles, without those of everybody. */
  readonly roles: Readonly<Record<string, readonly string[]>>;
  /** Set for a program whose API token opens this application alone. */
  readonly onlyApplication?: string;
}
