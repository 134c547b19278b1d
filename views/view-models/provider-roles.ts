import type { LayoutProps } from './frame.js';

interface Choice {
  readonly value: string;
  readonly title: string;
}

export interface ProviderRolesPage {
  readonly frame: LayoutProps;
  /** Posts the table to be saved. */
  readonly action: string;
  /** Posts the table to be tried. */
  readonly tryAction: string;
  readonly commandId: string;
  readonly base: number;
  /** Inputs `row.0.provider` and the like; the last ones are blank. */
  readonly rows: readonly { readonly provider: string; readonly group: string; readonly role: string }[];
  readonly providers: readonly Choice[];
  readonly roles: readonly Choice[];
  readonly tryOn: { readonly person: string; readonly provider: string; readonly groups: string };
  /** undefined: not tried yet, so it cannot be saved. */
  readonly tried?: {
    readonly seal: string;
    readonly results: readonly {
      readonly about: string;
      readonly groups: string;
      readonly added: readonly string[];
      readonly taken: readonly string[];
    }[];
    /** The person was not found, or has never signed in by a provider. */
    readonly note?: string;
  };
}
