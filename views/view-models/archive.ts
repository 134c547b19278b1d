import type { LayoutProps } from './frame.js';

export type ImportState =
  'uploading' | 'broken' | 'checking' | 'checked' | 'refused' | 'importing' | 'failed' | 'done';

export interface ApplicationImportsPage {
  readonly frame: LayoutProps;
  /** Posts the archive. */
  readonly action: string;
  readonly largest: string;
  /** Why the archive that was just sent is not taken. */
  readonly problems: readonly string[];
  readonly imports: readonly {
    readonly href: string;
    readonly fileName: string;
    /** undefined: not known. */
    readonly application?: string;
    readonly state: ImportState;
    readonly by: string;
    readonly at: string;
  }[];
}

export interface ImportedPerson {
  readonly id: string;
  /** null: not readable. */
  readonly name: string | null;
  readonly erased: boolean;
  readonly signInName: string | null;
  readonly roles: readonly string[];
  /** Value of the input. */
  readonly entered: string;
  /** As it was checked. */
  readonly found:
    | { readonly kind: 'undecided' }
    | { readonly kind: 'new' }
    | { readonly kind: 'here'; readonly name: string; readonly href: string };
  readonly hasNamesake: boolean;
}

export interface ApplicationImportPage {
  readonly frame: LayoutProps;
  readonly fileName: string;
  readonly state: ImportState;
  readonly here: string;
  readonly all: string;
  readonly isBegun: boolean;
  readonly progress?: {
    readonly phase: 'queued' | 'verifying' | 'checking' | 'importing';
    readonly percent: number;
    readonly done: number;
  };
  readonly problems: readonly string[];
  readonly content?: {
    readonly key: string;
    readonly name: string;
    readonly version: number;
    readonly exportedAt: string;
    readonly daybook: string;
    readonly events: number;
    readonly people: number;
    readonly files: number;
    readonly missingFiles: number;
    readonly size: string;
    readonly sha256: string;
  };
  readonly people: readonly ImportedPerson[];
  readonly morePeople: number;
  readonly sameIds: boolean;
  /** Each undefined where it cannot be done. */
  readonly check?: { readonly action: string };
  readonly start?: { readonly action: string; readonly isAgain: boolean };
  readonly discard?: { readonly action: string };
  readonly outcome?: {
    readonly already: boolean;
    readonly events: number;
    readonly newPeople: number;
    readonly timers: number;
    readonly calls: number;
    readonly application: string;
    readonly specification: string;
    readonly roles: string;
    readonly withheldCalls: string;
    readonly history: string;
  };
}

export interface ApplicationExportPage {
  readonly frame: LayoutProps;
  readonly name: string;
  readonly back: string;
  readonly action: string;
  readonly commandId: string;
  /** What the viewer's roles do not read in every record. */
  readonly beyond: readonly {
    readonly entity: string;
    readonly records: 'all' | 'some' | 'none';
    readonly fields: readonly string[];
  }[];
  /** The latest first. */
  readonly exports: readonly {
    readonly by: string;
    readonly at: string;
    readonly events: number;
    readonly isWhole: boolean;
    readonly reason?: string;
    readonly href: string;
  }[];
}
