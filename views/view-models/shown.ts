// Values and refusals, as all pages show them. Opened (personal data decrypted) and permission-checked before they come here.
import type { TimeSpan } from '../format.js';
import type { FieldType } from '#specification/model/specification.js';
import type { StateTone } from '#specification/model/tones.js';
import type { Unreadable, Value } from '#specification/model/stored-value.js';

/** A value with everything needed to show it. */
export interface DisplayValue {
  readonly key: string;
  readonly title: string;
  readonly type: FieldType | 'state' | 'number' | 'since';
  /** true: the viewer may not see it ("not visible to you"). `value` is null then. */
  readonly hidden?: boolean;
  readonly value: Value;
  readonly places?: number;
  readonly currency?: string;
  /** state: gives it its colour and its sign. */
  readonly tone?: StateTone;
  /** choice, state, reference, user: what to say instead of the stored value. */
  readonly label?: string;
  /** Of something that happened: what the choice is called now, where that is something else. */
  readonly labelNow?: string;
  /** A date that is due: days from today, negative where it is late. */
  readonly dueInDays?: number;
  /** since: how long ago that is. */
  readonly age?: TimeSpan;
  /** reference: where it leads. */
  readonly href?: string;
  /** table: its columns, and each row's cells. */
  readonly rows?: readonly (readonly DisplayValue[])[];
  readonly columns?: readonly { readonly key: string; readonly title: string; readonly titleNow?: string }[];
  /** table: what is added up over its rows, by column; null: nothing stands below the column. */
  readonly sums?: readonly (DisplayValue | null)[];
  /** table, files: how many more there are than are shown here. */
  readonly rowsLeftOut?: number;
  /** Of a field of files. */
  readonly files?: readonly FileLink[];
}

export interface FileLink {
  readonly name: string;
  /** `1.2 MB` */
  readonly size: string;
  /** Where its bytes are; undefined: they cannot be had from here. */
  readonly href?: string;
  /** How a page can show it; undefined: it is only offered for download. */
  readonly shows?: 'picture' | 'document';
  /** Nothing is known of it any more, and this is why. */
  readonly lost?: Unreadable;
}

export interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly remedy?: string;
  readonly rule?: string;
  readonly fields: readonly string[];
  /** Conditions of the specification that it tells in words, as they are written there. */
  readonly conditions?: readonly string[];
  /** Link to the line of the specification that holds it. */
  readonly source?: { readonly section: number; readonly line: number; readonly href: string };
}
