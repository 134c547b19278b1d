import type { LayoutProps } from './frame.js';
import type { AskedOfOwner } from './identities.js';

export interface TokenRow {
  readonly id: string;
  /** Of the program. */
  readonly name: string;
  /** “Read and write · Purchase requests” */
  readonly limits: string;
  readonly issuedAt: string;
  readonly until: string;
  /** null: never. */
  readonly lastUsedAt: string | null;
  readonly end:
    | { readonly kind: 'standing'; readonly action: string; readonly commandId: string }
    | { readonly kind: 'expired' }
    | { readonly kind: 'revoked'; readonly at: string };
}

export const TOKEN_LIFETIMES = ['30', '90', '365'] as const;
/** Value of `expires` with a day of its own. */
export const EXPIRES_ON_DAY = 'day';

export interface TypedToken {
  readonly name: string;
  readonly access: string;
  /** '': all. */
  readonly application: string;
  readonly administration: boolean;
  readonly expires: string;
  readonly until: string;
}

export interface TokensPage {
  readonly frame: LayoutProps;
  readonly tokens: readonly TokenRow[];
  /** Just made: shown this once. */
  readonly made?: { readonly name: string; readonly secret: string };
  readonly form: {
    readonly action: string;
    readonly commandId: string;
    readonly applications: readonly { readonly key: string; readonly name: string }[];
    readonly offersAdministration: boolean;
    readonly typed: TypedToken;
    readonly asked: AskedOfOwner;
    readonly errors: Readonly<Record<string, readonly string[]>>;
  };
}
