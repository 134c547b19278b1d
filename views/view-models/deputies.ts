import type { ChoiceList } from './choices.js';
import type { LayoutProps } from './frame.js';

export interface DeputiesPage {
  readonly frame: LayoutProps;
  readonly named: readonly DeputyRow[];
  readonly forWhom: readonly DeputyRow[];
  /** For admins. */
  readonly all?: { readonly deputies: readonly DeputyRow[]; readonly next?: string };
  readonly name?: {
    readonly action: string;
    readonly commandId: string;
    readonly people: ChoiceList;
    /** `purchasing`, or `purchasing.budgetHolder`; blank: everything. */
    readonly scopes: readonly { readonly value: string; readonly title: string }[];
    readonly typed: {
      readonly deputy: string;
      readonly scope: string;
      readonly from: string;
      readonly until: string;
    };
    readonly errors: Readonly<Record<string, readonly string[]>>;
  };
}

export interface DeputyRow {
  readonly id: string;
  readonly person: string;
  readonly deputy: string;
  readonly scope: string;
  readonly from: string;
  readonly until: string;
  readonly ended?: { readonly by: string; readonly at: string };
  readonly end?: { readonly action: string; readonly commandId: string; readonly person: string };
}
