import type { LayoutProps } from './frame.js';

export interface LeavingPage {
  readonly frame: LayoutProps;
  readonly heading: string;
  /** At a provider. */
  readonly url: string;
}

export interface SigningConfirmedPage {
  readonly frame: LayoutProps;
}

/** By what an account's owner confirms that it is them. */
export interface AskedOfOwner {
  readonly password: boolean;
  readonly code: boolean;
}

export interface LinkedIdentities {
  /** Posts `identity`. */
  readonly unlink: string;
  readonly commandId: string;
  readonly linked: readonly { readonly identity: string; readonly title: string }[];
  /** Before an account is linked. */
  readonly asked: AskedOfOwner;
  readonly others: readonly { readonly title: string; readonly action: string }[];
}
