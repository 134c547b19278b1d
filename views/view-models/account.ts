import type { DeputyRow } from './deputies.js';
import type { Language } from '../messages/languages.js';
import type { LinkedIdentities } from './identities.js';
import type { LayoutProps } from './frame.js';
import type { ProcessMapFigure } from './process-map.js';

export interface SignInPage {
  readonly frame: LayoutProps;
  readonly name: string;
  readonly errors: readonly string[];
  readonly next: string;
  readonly hasPasswords: boolean;
  readonly providers: readonly { readonly title: string; readonly href: string }[];
  /** 0 to 99; undefined: nothing is loading. */
  readonly loading?: number;
  readonly introduction?: {
    readonly lifecycle?: {
      readonly application: string;
      readonly entity: string;
      readonly figure: ProcessMapFigure;
    };
    readonly steps: readonly {
      readonly title: string;
      readonly what: string;
      readonly id: string;
      readonly name: string;
      readonly begins: string;
    }[];
  };
  readonly demo: readonly { readonly id: string; readonly name: string; readonly roles: string }[];
  /** If not all example people fit. `find`: search text. */
  readonly demoSearch?: { readonly find: string; readonly count: number };
}

export interface SessionList {
  /** Posts `session`, an id or `others`. */
  readonly action: string;
  readonly commandId: string;
  readonly sessions: readonly {
    readonly name: string;
    readonly at: string;
    /** null: not recorded. */ readonly browser: string | null;
    /** Same network as the viewer; null: not recorded. */
    readonly here: boolean | null;
    readonly current: boolean;
  }[];
}

export interface AccountPage {
  readonly frame: LayoutProps;
  readonly name: string;
  readonly signInName: string | null;
  readonly hasPassword: boolean;
  /** false: passwords are off, or the person has no sign-in name. */
  readonly canHavePassword: boolean;
  /** Other pages are blocked until the password is changed. */
  readonly mustChange: boolean;
  readonly password: {
    readonly action: string;
    readonly errors: Readonly<Record<string, readonly string[]>>;
  };
  readonly sessions: SessionList;
  /** undefined: without a password, none is asked for. */
  /** `isAtProvider`: of a person without a password. */
  readonly secondFactor?: { readonly isOn: boolean; readonly isAtProvider?: boolean };
  readonly more?: {
    readonly notices: {
      /** Since the last visit: `3`, `50+`; undefined: none. */
      readonly unread?: string;
      readonly latest: readonly { readonly id: string; readonly title: string; readonly at: string }[];
    };
    /** undefined: there are no providers. */
    readonly identities?: LinkedIdentities;
    readonly deputies: { readonly named: readonly DeputyRow[]; readonly forWhom: readonly DeputyRow[] };
    /** undefined: automatic. */
    readonly preferences: {
      readonly action: string;
      readonly commandId: string;
      readonly language?: Language;
      readonly timeZone?: string;
      /** Single-key shortcuts are enabled. */
      readonly hasSingleKeys: boolean;
      readonly timeZones: readonly string[];
    };
  };
}

export interface OneTimeLinkPage {
  readonly frame: LayoutProps;
  readonly name: string;
  readonly link: string;
  /** false: it asks for a new password. */
  readonly signsIn: boolean;
  readonly until: string;
  readonly back: string;
  readonly roles: string;
}

export interface ChoosePasswordPage {
  readonly frame: LayoutProps;
  readonly action: string;
  readonly hidden: Readonly<Record<string, string>>;
  readonly name: string;
  readonly signInName: string | null;
  readonly errors: readonly string[];
}

export interface SignInByLinkPage {
  readonly frame: LayoutProps;
  /** Of the second factor. */
  readonly asksCode: boolean;
  readonly action: string;
  readonly hidden: Readonly<Record<string, string>>;
  readonly name: string;
}

export interface RegisterPersonPage {
  readonly frame: LayoutProps;
  readonly heading: string;
  readonly action: string;
  readonly hidden: Readonly<Record<string, string>>;
  readonly asksPassword: boolean;
  /** The link that follows signs in: passwords are off. */
  readonly signsInByLink?: boolean;
  readonly note?: string;
  readonly name: string;
  readonly signInName: string;
  readonly errors: Readonly<Record<string, readonly string[]>>;
}
