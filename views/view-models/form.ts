import type { FieldType } from '#specification/model/specification.js';
import type { ChoiceList } from './choices.js';
import type { LayoutProps } from './frame.js';
import type { StateTone } from '#specification/model/tones.js';
import type { ApprovalRound } from './record.js';
import type { Refusal, DisplayValue } from './display-value.js';

/** Named by key; a table cell is `lines.0.price`. */
export interface FormInput {
  readonly key: string;
  readonly title: string;
  readonly type: FieldType;
  readonly help?: string;
  readonly required: boolean;
  /** Title of the next action that requires it. */
  readonly neededFor?: string;
  readonly multiline: boolean;
  /** As typed, or in the form's notation ("12,50" in German, "2026-11-20", "2026-11-20T10:00"). */
  readonly value: string;
  readonly min?: string;
  readonly max?: string;
  readonly maxLength?: number;
  readonly step?: string;
  readonly currency?: string;
  readonly options?: ChoiceList;
  readonly readOnly?: boolean;
  readonly why?: string;
  readonly hidden?: boolean;
  readonly personal?: boolean;
  readonly follows?: string;
  readonly errors: readonly string[];
  readonly files?: {
    readonly chosen: readonly ChosenFile[];
    readonly several: boolean;
    readonly accept: readonly string[];
    /** `10 MB` */
    readonly most: string;
    /** undefined: files are submitted with the form. */
    readonly upload?: string;
  };
  /** Includes empty rows at the end. */
  readonly columns?: readonly { readonly key: string; readonly title: string; readonly required: boolean }[];
  readonly rows?: readonly (readonly FormInput[])[];
  readonly mostRows?: number;
  readonly totals?: LineTotals;
  readonly current?: boolean;
}

/** null: a value is missing. */
export interface LineTotals {
  readonly columns: readonly { readonly key: string; readonly title: string }[];
  /** By row, in the order of `columns`. */
  readonly rows: readonly (readonly DisplayValue[])[];
  /** null: no sum. */
  readonly below: readonly (DisplayValue | null)[];
  readonly all: readonly DisplayValue[];
}

export interface ChosenFile {
  readonly reference: string;
  readonly name: string;
  /** `1.2 MB` */
  readonly size: string;
  readonly isNew: boolean;
}

export interface InputConflict {
  readonly field: string;
  readonly title: string;
  readonly base: DisplayValue;
  readonly theirs: DisplayValue;
  readonly yours: DisplayValue;
  readonly by: string;
  readonly at: string;
  readonly wholeHref?: string;
}

export interface FormSubject {
  readonly state: { readonly title: string; readonly tone: StateTone };
  readonly summary: readonly DisplayValue[];
  readonly rounds: readonly ApprovalRound[];
  readonly isLastApproval?: boolean;
  readonly next?: string;
  readonly isExit?: boolean;
  readonly canUndo?: boolean;
}

export interface RecordToSign {
  readonly number: string | null;
  readonly title: string;
  readonly state: string;
  readonly fields: readonly DisplayValue[];
  readonly emptyFields: readonly DisplayValue[];
}

export interface Selection {
  readonly records: readonly SelectedRecord[];
  readonly leftOut: readonly RefusedRecord[];
}

export interface SelectionPage extends Selection {
  readonly frame: LayoutProps;
  readonly heading: string;
  readonly back: { readonly href: string; readonly title: string };
}

export interface SelectedRecord {
  readonly id: string;
  readonly href: string;
  readonly name: string;
  readonly state: { readonly title: string; readonly tone: StateTone };
  readonly summary: readonly DisplayValue[];
}

export interface RefusedRecord {
  readonly id: string;
  readonly href: string;
  readonly name: string;
  readonly refusals: readonly Refusal[];
}

export interface FormPage {
  readonly frame: LayoutProps;
  readonly heading: string;
  /** Markdown. */
  readonly help?: string;
  readonly subject?: FormSubject;
  readonly selection?: Selection;
  readonly action: string;
  readonly hidden: Readonly<Record<string, string>>;
  readonly inputs: readonly FormInput[];
  readonly reason?: {
    readonly required: boolean;
    readonly value: string;
    readonly errors: readonly string[];
  };
  readonly sign?: {
    readonly meaning: string;
    readonly records: readonly RecordToSign[];
    readonly names: { readonly name: string; readonly password: string; readonly code: string };
    readonly withoutPassword: boolean;
    /** Where a person without a password confirms, in another tab, that it is them. */
    readonly confirmHref?: string;
    /** What a person does first who cannot sign yet: link an account at a provider, or ask for a password. */
    readonly before?: 'link' | 'ask';
    readonly errors: readonly string[];
  };
  readonly refusals: readonly Refusal[];
  readonly conflicts: readonly InputConflict[];
  readonly submit: string;
  readonly cancel: string;
}
