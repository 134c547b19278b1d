// How people get in: signing in, one-time links, passwords and sessions.
import type { DeputyRow } from './deputies.js';
import type { Language } from '../messages/languages.js';
import type { LayoutProps } from './frame.js';

export interface SignInPage {
  readonly frame: LayoutProps;
  readonly name: string;
  readonly errors: readonly string[];
  readonly next: string;
  /** How much of the examples is there, from 0 to 99; undefined: all of them, or none are coming. */
  readonly loading?: number;
  /** For somebody new; undefined: there is nobody to be shown around as. */
  readonly introduction?: {
    /** Titles of the states that a record goes through, in their order. */
    readonly way?: { readonly application: string; readonly of: string; readonly states: readonly string[] };
    /** As whom to sign in, in this order. */
    readonly steps: readonly {
      readonly title: string;
      /** What the person can try. */
      readonly what: string;
      readonly id: string;
      readonly name: string;
      /** Path of the page where the step begins. */
      readonly begins: string;
    }[];
  };
  readonly demo: readonly { readonly id: string; readonly name: string; readonly roles: string }[];
  /** Where there are more people of the examples than a page shows. `find`: what was searched for. */
  readonly demoSearch?: { readonly find: string; readonly count: number };
}

/** Where somebody is signed in. */
export interface SessionList {
  /** Ends one by `session`, or all others by `session=others`. */
  readonly action: string;
  readonly commandId: string;
  readonly sessions: readonly {
    readonly name: string;
    readonly at: string;
    /** null: it was not recorded. */ readonly browser: string | null;
    /** Whether it began in the network of who looks; null: that was not written down. */
    readonly here: boolean | null;
    readonly current: boolean;
  }[];
}

export interface AccountPage {
  readonly frame: LayoutProps;
  readonly name: string;
  readonly signInName: string | null;
  readonly hasPassword: boolean;
  /** Nothing else is possible until the password is changed. */
  readonly mustChange: boolean;
  readonly password: {
    readonly action: string;
    readonly errors: Readonly<Record<string, readonly string[]>>;
  };
  readonly sessions: SessionList;
  /** undefined: nothing but the password is to be changed now. */
  readonly more?: {
    readonly notices: {
      /** Since this browser showed them last: `3`, `50+`; undefined: none. */
      readonly unread?: string;
      readonly latest: readonly { readonly id: string; readonly title: string; readonly at: string }[];
    };
    readonly deputies: { readonly named: readonly DeputyRow[]; readonly forWhom: readonly DeputyRow[] };
    /** What the person chose; undefined: it is chosen automatically. */
    readonly preferences: {
      readonly action: string;
      readonly commandId: string;
      readonly language?: Language;
      readonly timeZone?: string;
      /** Whether letters and signs pressed alone are shortcuts. */
      readonly hasSingleKeys: boolean;
      readonly timeZones: readonly string[];
    };
  };
}

/** A one-time link, shown once to the admin who made it. */
export interface LinkPage {
  readonly frame: LayoutProps;
  readonly name: string;
  readonly link: string;
  readonly until: string;
  readonly back: string;
  /** Where the person is given roles. */
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

/** First admin (by the one-time link), or a new person (by an admin). */
export interface RegisterPage {
  readonly frame: LayoutProps;
  readonly heading: string;
  readonly action: string;
  readonly hidden: Readonly<Record<string, string>>;
  /** false: they choose one themselves, by a one-time link. */
  readonly asksPassword: boolean;
  /** What follows from registering, before it is done. */
  readonly note?: string;
  readonly name: string;
  readonly signInName: string;
  readonly errors: Readonly<Record<string, readonly string[]>>;
}
