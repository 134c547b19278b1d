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

export interface LinkedIdentities {
  /** Posts `identity`. */
  readonly unlink: string;
  readonly commandId: string;
  readonly linked: readonly { readonly identity: string; readonly title: string }[];
  /** Before an account is linked. */
  readonly asked: { readonly password: boolean; readonly code: boolean };
  readonly others: readonly { readonly title: string; readonly action: string }[];
}
