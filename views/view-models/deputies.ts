// Who stands in for whom.
import type { ChoiceList } from './choices.js';
import type { LayoutProps } from './frame.js';

export interface DeputiesPage {
  readonly frame: LayoutProps;
  /** Who stands in for the viewer, now or later. */
  readonly named: readonly DeputyRow[];
  /** For whom the viewer does. */
  readonly forWhom: readonly DeputyRow[];
  /** Everybody's, for admins. */
  readonly all?: { readonly deputies: readonly DeputyRow[]; readonly next?: string };
  /** undefined: the viewer holds no role that could be lent. */
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
  /** In which application, and as what. */
  readonly scope: string;
  readonly from: string;
  readonly until: string;
  /** Who ended it, and when. */
  readonly ended?: { readonly by: string; readonly at: string };
  readonly end?: { readonly action: string; readonly commandId: string; readonly person: string };
}
