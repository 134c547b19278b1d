import type { LayoutProps } from './frame.js';

export interface QrCodeFigure {
  /** Modules per side. */
  readonly size: number;
  /** Path of the dark modules. */
  readonly path: string;
}

export interface SignInCodePage {
  readonly frame: LayoutProps;
  readonly next: string;
  /** 0: browsers are not remembered. */
  readonly rememberDays: number;
  readonly errors: readonly string[];
}

export interface SetUpFields {
  readonly sealed: string;
  /** Base32 */
  readonly secret: string;
  readonly qrCode: QrCodeFigure;
}

export interface SignInSetUpPage {
  readonly frame: LayoutProps;
  readonly next: string;
  readonly errors: Readonly<Record<string, readonly string[]>>;
  readonly setUp: SetUpFields;
}

export interface SignInRulesPage {
  readonly frame: LayoutProps;
  readonly commandId: string;
  readonly rules: {
    readonly secondFactor: string;
    readonly roles: readonly string[];
    readonly atProviders?: boolean;
    readonly rememberDays: number;
    readonly inactivity: { readonly admins: number; readonly others: number };
  };
  readonly groups: readonly {
    readonly name: string;
    readonly roles: readonly { readonly key: string; readonly title: string }[];
  }[];
  readonly errors: Readonly<Record<string, readonly string[]>>;
}

export interface SecondFactorPage {
  readonly frame: LayoutProps;
  readonly signInName: string;
  readonly errors: Readonly<Record<string, readonly string[]>>;
  /** undefined: set up already. */
  readonly setUp?: SetUpFields;
  readonly unusedCodes?: number;
  /** Where a person without a password confirms, in another tab, that it is them. */
  readonly confirm?: { readonly commandId: string; readonly href: string };
}

export interface RecoveryCodesPage {
  readonly frame: LayoutProps;
  readonly codes: readonly string[];
  readonly next: string;
}
