import type { SessionList } from './account.js';
import type { LayoutProps } from './frame.js';
import type { TokenRow } from './tokens.js';
import type { TimelineItem } from './timeline-item.js';

export interface MarkedRole {
  readonly title: string;
  /** Name of the provider whose groups gave it. */
  readonly provider?: string;
}

export interface PeoplePage {
  readonly frame: LayoutProps;
  readonly people: readonly {
    readonly id: string;
    readonly name: string;
    readonly signInName: string | null;
    readonly href: string;
    readonly roles: readonly MarkedRole[];
    readonly lastSignInAt: string | null;
    readonly demo: boolean;
    /** From an imported log only. */
    readonly fromLog: boolean;
    readonly erased: boolean;
    readonly locked: boolean;
  }[];
  readonly search: string;
  readonly next?: string;
  readonly previous?: string;
  readonly register: string;
  /** undefined: there are no providers. */
  readonly providerRoles?: string;
}

export interface PersonPage {
  readonly frame: LayoutProps;
  readonly id: string;
  readonly name: string;
  readonly signInName: string | null;
  readonly fromLog: boolean;
  readonly erased: boolean;
  readonly registeredAt: string;
  readonly lastSignInAt: string | null;
  readonly groups: readonly {
    readonly application: string;
    readonly name: string;
    /** undefined: installation role. */
    readonly meaning?: string;
    readonly roles: readonly {
      readonly key: string;
      readonly title: string;
      readonly held: boolean;
      readonly everyone: boolean;
      /** Name of the provider whose groups gave it. */
      readonly provider?: string;
    }[];
  }[];
  readonly action: string;
  readonly commandId: string;
  /** undefined: no sign-in, or the viewer's own account. */
  readonly link?: {
    readonly action: string;
    readonly hasPassword: boolean;
    /** Passwords are off. */
    readonly signsIn: boolean;
  };
  /** undefined: no account, or the viewer's own. */
  readonly lock?: { readonly action: string; readonly lockedAt: string | null };
  /** undefined: none is set up, or the viewer's own. */
  readonly secondFactor?: { readonly action: string };
  readonly sessions: SessionList;
  readonly tokens: readonly TokenRow[];
  /** undefined: none is linked. */
  readonly identities?: {
    /** Posts `identity`. */
    readonly action: string;
    readonly commandId: string;
    readonly isOnlyWayIn: boolean;
    readonly linked: readonly {
      readonly identity: string;
      /** Its name, or its address where it is no longer set up. */
      readonly provider: string;
      readonly issuer: string;
      /** null: unreadable. */
      readonly subject: string | null;
      readonly linkedAt: string;
      /** null: not known. */
      readonly lastUsedAt: string | null;
    }[];
  };
  readonly history: readonly TimelineItem[];
  /** Earlier events. */
  readonly historyMore?: string;
}
