import type { LayoutProps } from './frame.js';

export interface RoleHoldersPage {
  readonly frame: LayoutProps;
  readonly roles: readonly {
    readonly title: string;
    readonly holders: readonly {
      readonly person: string;
      readonly personHref: string;
      readonly since: string;
      readonly by: string;
      /** Name of the provider whose groups gave the role. */
      readonly provider?: string;
      readonly eventHref: string;
    }[];
  }[];
  /** '': now; holders are those at the day's end. */
  readonly day: string;
  /** Events by which people became deputies. */
  readonly deputiesHref: string;
  /** ISO 8601; only if no person had a role at the end of the day. */
  readonly firstGrantedAt?: string;
}
