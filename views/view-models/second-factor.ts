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
  readonly errors: readonly string[];
}

export interface SetUpFields {
  readonly sealed: string;
  /** Base32 */
  readonly secret: string;
  readonly qrCode: QrCodeFigure;
}

export interface SecondFactorPage {
  readonly frame: LayoutProps;
  readonly signInName: string;
  readonly errors: Readonly<Record<string, readonly string[]>>;
  /** undefined: set up already. */
  readonly setUp?: SetUpFields;
  readonly unusedCodes?: number;
}

export interface RecoveryCodesPage {
  readonly frame: LayoutProps;
  readonly codes: readonly string[];
  readonly next: string;
}
