// Who looks: everything a query has to know about the person it answers.

export interface Viewer {
  readonly id: string;
  readonly name: string;
  /** Holds `admin` for the whole installation: people, roles, status, and that something happened. */
  readonly admin: boolean;
  /** Reads every record of every application; fields with a permission of their own only where that permission says so. */
  readonly auditor: boolean;
  /** Application → roles given to the person. Roles held by everyone are not in it. */
  readonly roles: Readonly<Record<string, readonly string[]>>;
}
