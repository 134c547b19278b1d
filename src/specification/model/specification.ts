// The checked specification: what `check` makes of a document and everything else runs.
// Plain data, except that expressions and templates can be evaluated.
import type * as call from './call.js';
import type { Constant } from './constant.js';
import type { EntityName } from './entity-name.js';
import type * as limits from './limits.js';
import type { RecordNumberFormat } from './record-number-format.js';
import type { SourceLocation, Diagnostic, SectionNumber } from './source-location.js';
import type { Report } from './report.js';
import type { RefusalKind } from './refusal-kind.js';
import type { CalendarFields, Dashboard } from './tiles-and-calendars.js';
import type { Section, SectionContent } from './section.js';
import type { Scalar, Value } from './stored-value.js';
import type * as timer from './timer.js';
import type { ActionTone, StateTone, Toned } from './tones.js';
import type { WorkingCalendar } from './working-calendar.js';

export type {
  Constant,
  EntityName,
  RecordNumberFormat as NumberFormat,
  SourceLocation as Place,
  Diagnostic as Problem,
  SectionNumber,
};
export type { CalendarFields, Dashboard, Tile, TileKind } from './tiles-and-calendars.js';
export type { Measure, PeriodUnit, Report } from './report.js';
export type { Section, SectionContent, WorkingCalendar };
export type { TimerMoment } from './timer.js';

/** What expressions may look at. Record fields are stored values (see value.ts); the expression converts them. */
export interface Scope extends call.CallScope {
  readonly record?: RecordInScope;
  readonly user?: UserInScope;
  /** The moment of the decision, an ISO 8601 instant. */
  readonly now: string;
  /** Words of built-in messages: `{with.field} is needed.` */
  readonly with?: Readonly<Record<string, string | number>>;
}

export interface RecordInScope {
  /** Entity of the record; needed by messages shared between entities. */
  readonly entity?: string;
  readonly id: string;
  readonly number: string | null;
  readonly state: string;
  readonly openedBy: string;
  readonly openedAt: string;
  readonly assignee: string | null;
  readonly fields: Readonly<Record<string, Value>>;
}

export interface UserInScope {
  readonly id: string;
  readonly name: string;
  /** Keys of the roles held in this application, those with `everyone: true` included. */
  readonly roles: readonly string[];
}

/** A CEL expression that passed the type check. */
export interface Expression<T = unknown> {
  readonly source: string;
  readonly place: SourceLocation;
  /** Equivalent filter, where there is one, so that lists filter in the read model. */
  readonly condition?: Condition;
  /** Conditions of the tables of section 9 that it asks: they look at fields as well. */
  readonly asks?: readonly string[];
  /** Throws `NotEvaluable` when a value it needs is missing (null) or was erased. */
  evaluate(scope: Scope): T;
}

/**
 * A comparison tree over record properties; `field` is a RecordInScope property or `fields.<key>`, compared in its
 * stored form (value.ts). What is not given is null: `==` holds between null and null only, `!=` is the negation of
 * `==`, null is in no range (`<`, `<=`, `>`, `>=`) and in no list, and `not` is plain negation. Read so, a condition
 * holds exactly for the records for which `evaluate` answers true; where it throws `NotEvaluable`, it does not hold.
 */
export type Condition =
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] }
  | { readonly not: Condition }
  | { readonly always: boolean }
  | {
      readonly field: string;
      readonly is: '==' | '!=' | '<' | '<=' | '>' | '>=' | 'in';
      readonly to: { readonly value: Scalar | readonly Scalar[] } | { readonly user: 'id' };
    };

/** Text with `{…}` in it: `{record.number} costs nothing yet.` */
export interface Template {
  readonly source: string;
  readonly place?: SourceLocation;
  /** A missing value renders as nothing. */
  render(scope: Scope): string;
}

/** Name of a field type; see `getFieldType`. */
export type FieldType = string;

export type Choice = Readonly<Record<'value' | 'title', string>>;

export interface Field {
  readonly key: string;
  readonly title: string;
  readonly type: FieldType;
  readonly place: SourceLocation;
  readonly help?: string;
  readonly required: boolean;
  /** Smallest and largest value, in stored units (minor units for money and decimals); for text, characters. */
  readonly min?: number;
  readonly max?: number;
  /** text: an RE2-style pattern the whole value has to match. */
  readonly pattern?: string;
  /** text: multi-line. */
  readonly multiline: boolean;
  /** decimal and money: digits after the point. Stored values are integers in units of 10^-places. */
  readonly places: number;
  /** money: ISO 4217 code. */
  readonly currency?: string;
  readonly choices: readonly Choice[];
  /** reference: the entity it points to. */
  readonly to?: string;
  /** user: roles that may be chosen; undefined: everyone. */
  readonly roles?: readonly string[];
  /** What it becomes when another record is pointed to: a field of that one. */
  readonly follows?: { readonly reference: string; readonly field: string };
  /** file: endings of those that are taken, in lower case; empty: all. */
  readonly accept: readonly string[];
  /** table: its columns. */
  readonly fields: readonly Field[];
  readonly computed?: Expression<Value>;
  readonly default?: Expression<Value>;
  readonly unique: boolean;
  /** Key of the user field whose personal data this is, or 'record' for a person who is no user. Encrypted at rest. */
  readonly personal?: string;
  /** What it was called before; counts in the version that begins to say so. */
  readonly was?: string;
  /** Other names by which an imported log may call this field. */
  readonly aliases: readonly string[];
}

export interface State extends Toned<StateTone> {
  readonly key: string;
  readonly title: string;
  readonly final: boolean;
  readonly place: SourceLocation;
}

export interface Action extends Toned<ActionTone> {
  readonly key: string;
  readonly title: string;
  /** Past tense of the action: `submitted`, `sent it back`. */
  readonly done?: string;
  readonly help?: string;
  readonly from: readonly string[];
  /** `from: '*'`: also from a state that this version does not have. */
  readonly anywhere?: true;
  /** undefined: the record stays in its state. */
  readonly to?: string;
  /** Roles that may take it; empty: every signed-in user. */
  readonly by: readonly string[];
  readonly guard?: Expression<boolean>;
  /** Separation of duties: the users these evaluate to may not take the action. */
  readonly not: readonly Expression<string | null>[];
  /** Fields required by the action's form. */
  readonly ask: readonly string[];
  readonly reason: 'required' | 'optional' | 'none';
  /** The meaning of the signature (21 CFR 11.50). */
  readonly sign?: string;
  /** Required approvals; undefined: none. */
  readonly approvals?: Approvals;
  readonly aliases: readonly string[];
  readonly place: SourceLocation;
}

export interface Approvals {
  readonly of: readonly ApprovalNeed[];
  readonly inTurn: boolean;
  /** `one`: one refusal ends the round; `majority`: more than half of the required number. */
  readonly refusal: 'one' | 'majority';
  /** Fields whose change restarts the round; undefined: all that an approver could see. */
  readonly pins?: readonly string[];
  readonly place: SourceLocation;
}

export interface ApprovalNeed {
  /** undefined: everyone who may take the action. */
  readonly role?: string;
  /** How many; `percent`: a share of those who may. */
  readonly count: Expression<number> | { readonly percent: number };
  readonly place: SourceLocation;
}

export type Timer = timer.TimerDefinition<
  Expression<timer.TimerMoment | null>,
  Expression<boolean>,
  Expression<string | null>
>;

export interface Lifecycle {
  readonly initial: string;
  readonly states: readonly State[];
  readonly actions: readonly Action[];
  readonly timers: readonly Timer[];
  /** Field with a date → states in which it is due; left out where there is none. */
  readonly due?: Readonly<Record<string, readonly string[]>>;
  /** false: the section did not show one, and the record has the one state `open`. */
  readonly declared: boolean;
}

export interface Rule {
  readonly id: string;
  readonly entity: string;
  /** States in which it has to hold; undefined: all. */
  readonly in?: readonly string[];
  readonly check: Expression<boolean>;
  readonly error: string;
  readonly fields: readonly string[];
  readonly place: SourceLocation;
}

/** Who may: role → always, or where the expression holds. undefined as a whole: every signed-in user. */
export interface Grant {
  readonly roles: Readonly<Record<string, true | Expression<boolean>>>;
  readonly place: SourceLocation;
}

export interface Permissions {
  readonly open?: Grant;
  readonly read?: Grant;
  readonly edit?: Grant;
  readonly comment?: Grant;
  readonly assign?: Grant;
  /** Roles that decide about records due by `limits.retention`; undefined: none. */
  readonly erase?: Grant;
  readonly fields: Readonly<Record<string, { readonly read?: Grant; readonly edit?: Grant }>>;
  readonly place?: SourceLocation;
}

/** `key`: it is stored under this, as it was called first; `name`: as this version calls it. */
export interface Entity {
  readonly key: string;
  readonly name: EntityName;
  readonly title: string;
  readonly plural: string;
  readonly place: SourceLocation;
  readonly number?: RecordNumberFormat;
  readonly recordTitle: Template;
  /** Keys of the fields that stand large at the top of a record. */
  readonly summary: readonly string[];
  readonly fields: readonly Field[];
  readonly lifecycle: Lifecycle;
  readonly rules: readonly Rule[];
  readonly permissions: Permissions;
}

export interface Role {
  readonly key: string;
  readonly title: string;
  /** Every signed-in user holds it. */
  readonly everyone: boolean;
  /** Start page of the role. */
  readonly start?: string;
  readonly place: SourceLocation;
}

export type ScreenKind = 'list' | 'board' | 'report' | 'calendar' | 'form' | 'detail';

export interface Screen {
  /** Below the application: `/requests`. Every entity has a list; form and detail hang below its first list: `/requests/new`, `/requests/{id}`. */
  readonly path: string;
  readonly kind: ScreenKind;
  readonly entity: string;
  readonly title: string;
  /** Columns, filters, card and fields are field keys or one of number, state, stateSince, openedBy, openedAt, changedAt, assignee. */
  readonly columns: readonly string[];
  readonly filters: readonly string[];
  readonly sort: { readonly field: string; readonly descending: boolean };
  readonly where?: Expression<boolean>;
  /** Roles that see it; empty: everyone. */
  readonly roles: readonly string[];
  readonly card: readonly string[];
  readonly fields: readonly string[];
  readonly report?: Report;
  readonly calendar?: CalendarFields;
  /** false: made up by Daybook because the document does not show it. */
  readonly declared: boolean;
  readonly place?: SourceLocation;
}

export type CallText = call.CallTextDefinition<Expression>;
export type CallBody = call.CallBodyDefinition<Expression>;
export type CallOutcome = call.CallOutcomeDefinition<Expression>;
export type CallParts = call.CallPartsDefinition<Expression, Expression<boolean>>;
export type Call = call.CallDefinition<CallParts, SourceLocation>;
export type Receive = call.ReceiveDefinition<Expression, CallOutcome, SourceLocation>;

export interface CatalogueEntry {
  readonly code: string;
  readonly kind: RefusalKind;
  readonly message: Template;
  readonly remedy?: Template;
  /** The HTTP status the document asks for; undefined: the one of its kind. */
  readonly declaredStatus?: number;
  /** undefined: built in. */
  readonly place?: SourceLocation;
}

export type Retention = limits.RetentionDefinition<Expression<boolean>, SourceLocation>;
export type Limits = limits.LimitsDefinition<Retention, SourceLocation>;

/** Declared in the document, but run by a later version of Daybook. */
export interface UnsupportedFeature {
  /** For people: `approvals of Request.approve`. */
  readonly what: string;
  /** What happens as long as it does not run, where that is not nothing. */
  readonly meanwhile?: string;
  readonly place: SourceLocation;
}

export interface Specification {
  readonly key: string;
  readonly name: string;
  readonly locale: string;
  readonly timeZone: string;
  readonly currency: string;
  /** The document itself. */
  readonly text: string;
  readonly sections: readonly Section[];
  readonly screens: readonly Screen[];
  /** Pages of tiles. No screen has the route of one. */
  readonly dashboards: readonly Dashboard[];
  readonly entities: Readonly<Record<string, Entity>>;
  readonly roles: Readonly<Record<string, Role>>;
  readonly calls: readonly Call[];
  readonly receives: readonly Receive[];
  /** Built-in and own errors by code. */
  readonly errors: Readonly<Record<string, CatalogueEntry>>;
  readonly constants: Readonly<Record<string, Constant>>;
  readonly limits: Limits;
  /** undefined: the document does not say when work is done, and nothing of it is counted in working time. */
  readonly calendar?: WorkingCalendar;
  readonly later: readonly UnsupportedFeature[];
}

export type SpecificationCheck =
  | { readonly ok: true; readonly specification: Specification; readonly problems: readonly [] }
  | {
      readonly ok: false;
      readonly problems: readonly Diagnostic[];
      /** Only what was accepted once is wrong with it: where it is published already, it runs. */
      readonly runs?: Specification;
    };
