// Forms: what is asked, what was typed, what is wrong with it.
import type { FieldType } from '#specification/model/specification.js';
import type { ChoiceList } from './choices.js';
import type { LayoutProps } from './frame.js';
import type { StateTone } from '#specification/model/tones.js';
import type { ApprovalRound } from './record.js';
import type { Refusal, DisplayValue } from './shown.js';

/** One input of a form. Names of inputs are the keys; a cell of a table is `lines.0.price`. */
export interface FormInput {
  readonly key: string;
  readonly title: string;
  readonly type: FieldType;
  readonly help?: string;
  readonly required: boolean;
  /** Title of the next action, before which it has to be filled in; undefined: it may stay empty, or has to be filled in anyway. */
  readonly neededFor?: string;
  readonly multiline: boolean;
  /** As typed, or the stored value in the form's notation ("12,50" in German, "2026-11-20", "2026-11-20T10:00"). */
  readonly value: string;
  readonly min?: string;
  readonly max?: string;
  readonly maxLength?: number;
  readonly step?: string;
  readonly currency?: string;
  readonly options?: ChoiceList;
  /** Shown but not changeable: computed, or not permitted (then `why` says so). */
  readonly readOnly?: boolean;
  readonly why?: string;
  readonly hidden?: boolean;
  readonly personal?: boolean;
  /** Key of the reference that its value comes along with. */
  readonly follows?: string;
  readonly errors: readonly string[];
  /** Of a field of files: those it would hold, and what may be added. */
  readonly files?: {
    readonly chosen: readonly ChosenFile[];
    readonly several: boolean;
    /** Endings, with a point. */
    readonly accept: readonly string[];
    /** `10 MB` */
    readonly most: string;
    /** Where one file is posted by itself, with its name behind it; undefined: files go with the form alone. */
    readonly upload?: string;
  };
  /** table: columns, and rows of inputs; one or more empty rows at the end to type into. */
  readonly columns?: readonly { readonly key: string; readonly title: string; readonly required: boolean }[];
  readonly rows?: readonly (readonly FormInput[])[];
  /** Of a table: rows that it may have. */
  readonly mostRows?: number;
  /** Of a table that computed fields add up. */
  readonly totals?: LineTotals;
  /** The focus goes here when the page opens. */
  readonly current?: boolean;
}

/** What rows come to as they were typed; null where a value is missing. */
export interface LineTotals {
  /** Computed fields that are no column of the table themselves, shown beside it. */
  readonly columns: readonly { readonly key: string; readonly title: string }[];
  /** By row, in the order of these columns. */
  readonly rows: readonly (readonly DisplayValue[])[];
  /** The sum below each column of the table; null: it is not added up. */
  readonly below: readonly (DisplayValue | null)[];
  /** The sum below each of `columns`. */
  readonly all: readonly DisplayValue[];
}

/** A file that stays unless its box is unticked. */
export interface ChosenFile {
  /** By which the form names it. */
  readonly reference: string;
  readonly name: string;
  /** `1.2 MB` */
  readonly size: string;
  /** It was uploaded just now, and belongs to nothing yet. */
  readonly isNew: boolean;
}

export interface InputConflict {
  readonly field: string;
  readonly title: string;
  readonly seen: DisplayValue;
  readonly theirs: DisplayValue;
  readonly yours: DisplayValue;
  readonly by: string;
  readonly at: string;
  /** Where a part of long values is shown: the page with all of theirs. */
  readonly wholeHref?: string;
}

/** The record that a form is about, as it stands; the heading names it. */
export interface FormSubject {
  readonly state: { readonly title: string; readonly tone: StateTone };
  readonly summary: readonly DisplayValue[];
  /** Who has approved already, and who is waited for. */
  readonly rounds: readonly ApprovalRound[];
  /** Others have approved what several have to, and this approval is the last. */
  readonly isLastApproval?: boolean;
  /** Title of the state that it comes into. */
  readonly next?: string;
  /** The action leads off the way, such as a rejection. */
  readonly isExit?: boolean;
  /** Whether an action leads back that the viewer may take. */
  readonly canUndo?: boolean;
}

export interface FormPage {
  readonly frame: LayoutProps;
  readonly heading: string;
  /** Help: the prose of the entity's section. Markdown. */
  readonly help?: string;
  readonly subject?: FormSubject;
  readonly action: string;
  /** Posted along: commandId, id, seen. */
  readonly hidden: Readonly<Record<string, string>>;
  readonly inputs: readonly FormInput[];
  /** Asked for by the action: undefined = no reason asked. */
  readonly reason?: {
    readonly required: boolean;
    readonly value: string;
    readonly errors: readonly string[];
  };
  /** What is signed, and with what. */
  readonly sign?: {
    readonly meaning: string;
    readonly number: string | null;
    readonly title: string;
    readonly state: string;
    readonly fields: readonly DisplayValue[];
    readonly emptyFields: readonly DisplayValue[];
    /** Names of the inputs. */
    readonly names: { readonly name: string; readonly password: string };
    /** People of the demo may have none. */
    readonly withoutPassword: boolean;
    readonly errors: readonly string[];
  };
  readonly refusals: readonly Refusal[];
  readonly conflicts: readonly InputConflict[];
  readonly submit: string;
  readonly cancel: string;
}
