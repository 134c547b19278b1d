import type { TimeSpan } from '../format.js';
import type { FieldType } from '#specification/model/specification.js';
import type { StateTone } from '#specification/model/tones.js';
import type { Unreadable, Value } from '#specification/model/stored-value.js';

export interface DisplayValue {
  readonly key: string;
  readonly title: string;
  readonly titleNow?: string;
  readonly type: FieldType | 'state' | 'number' | 'since';
  /** `value` is null. */
  readonly hidden?: boolean;
  readonly value: Value;
  readonly places?: number;
  readonly currency?: string;
  readonly tone?: StateTone;
  /** Displayed instead of the stored value (choice, state, reference, user). */
  readonly label?: string;
  readonly labelNow?: string;
  /** Negative when late. */
  readonly dueInDays?: number;
  readonly age?: TimeSpan;
  readonly href?: string;
  /** Table cells by row. */
  readonly rows?: readonly (readonly DisplayValue[])[];
  readonly columns?: readonly { readonly key: string; readonly title: string; readonly titleNow?: string }[];
  /** Table sums by column; null: none. */
  readonly sums?: readonly (DisplayValue | null)[];
  readonly rowsLeftOut?: number;
  readonly files?: readonly FileLink[];
}

export interface FileLink {
  readonly name: string;
  /** `1.2 MB` */
  readonly size: string;
  /** undefined: not accessible. */
  readonly href?: string;
  /** undefined: download only. */
  readonly shows?: 'picture' | 'document';
  readonly lost?: Unreadable;
}

export interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly remedy?: string;
  readonly rule?: string;
  readonly fields: readonly string[];
  readonly conditions?: readonly string[];
  readonly source?: { readonly section: number; readonly line: number; readonly href: string };
}
