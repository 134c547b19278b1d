import type * as call from './call.js';
import type { Constant } from './constant.js';
import type { EntityName } from './entity-name.js';
import type * as limits from './limits.js';
import type { RecordNumberFormat } from './record-number-format.js';
import type { SourceLocation, SectionNumber } from './source-location.js';
import type { Diagnostic } from './diagnostic.js';
import type { Report } from './report.js';
import type { RefusalKind } from './built-in-error.js';
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

/** Fields are stored values; expressions convert them. */
export interface Scope extends call.CallScope {
  readonly record?: RecordInScope;
  readonly user?: UserInScope;
  /** ISO 8601. */
  readonly now: string;
  readonly with?: Readonly<Record<string, string | number>>;
}

export interface RecordInScope {
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
  /** With those of everyone. */
  readonly roles: readonly string[];
}

export interface Expression<T = unknown> {
  readonly source: string;
  readonly place: SourceLocation;
  readonly condition?: Condition;
  /** Conditions of tables used, which read fields, too. */
  readonly asks?: readonly string[];
  /** Throws `NotEvaluable` if a value is missing or erased. */
  evaluate(scope: Scope): T;
}

/**
 * `field`: a RecordInScope property or `fields.<key>`, as stored. Null equals only null and is in no range or list;
 * `!=` and `not` negate. Holds exactly if `evaluate` returns true.
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

/** `{record.number} costs nothing yet.` */
export interface Template {
  readonly source: string;
  readonly place?: SourceLocation;
  render(scope: Scope): string;
}

export type FieldType = string;

export type Choice = Readonly<Record<'value' | 'title', string>>;

export interface Field {
  readonly key: string;
  readonly title: string;
  readonly type: FieldType;
  readonly place: SourceLocation;
  readonly help?: string;
  readonly required: boolean;
  /** In stored units; text: characters. */
  readonly min?: number;
  readonly max?: number;
  /** text: RE2, matches the whole value. */
  readonly pattern?: string;
  readonly multiline: boolean;
  /** Stored as integers in units of 10^-places. */
  readonly places: number;
  /** ISO 4217. */
  readonly currency?: string;
  readonly choices: readonly Choice[];
  readonly to?: string;
  /** user: undefined: everyone. */
  readonly roles?: readonly string[];
  /** Copied from the referenced record. */
  readonly follows?: { readonly reference: string; readonly field: string };
  /** file: endings in lower case; empty: all. */
  readonly accept: readonly string[];
  readonly fields: readonly Field[];
  readonly computed?: Expression<Value>;
  readonly default?: Expression<Value>;
  readonly unique: boolean;
  /** Key of a user field, or 'record' for people without account. Encrypted at rest. */
  readonly personal?: string;
  /** Effective in the version that first declares it. */
  readonly was?: string;
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
  /** `submitted`, `sent it back` */
  readonly done?: string;
  readonly help?: string;
  readonly from: readonly string[];
  /** `from: '*'`: also unknown states. */
  readonly anywhere?: true;
  /** undefined: stays. */
  readonly to?: string;
  /** Empty: everyone. */
  readonly by: readonly string[];
  readonly guard?: Expression<boolean>;
  /** Separation of duties: users who may not act. */
  readonly not: readonly Expression<string | null>[];
  readonly ask: readonly string[];
  readonly reason: 'required' | 'optional' | 'none';
  /** Meaning of the signature (21 CFR 11.50). */
  readonly sign?: string;
  readonly approvals?: Approvals;
  readonly aliases: readonly string[];
  readonly place: SourceLocation;
}

export interface Approvals {
  readonly of: readonly ApprovalNeed[];
  readonly inTurn: boolean;
  /** `one`: one refusal ends the round; `majority`: more than half of the required number. */
  readonly refusal: 'one' | 'majority';
  /** Their change restarts the round; undefined: all that an approver could see. */
  readonly pins?: readonly string[];
  readonly place: SourceLocation;
}

export interface ApprovalNeed {
  /** undefined: everyone who may act. */
  readonly role?: string;
  /** `percent`: of those who may. */
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
  /** Date field → states in which it is due. */
  readonly due?: Readonly<Record<string, readonly string[]>>;
  /** false: one state `open`. */
  readonly declared: boolean;
}

export interface Rule {
  readonly id: string;
  readonly entity: string;
  /** undefined: all states. */
  readonly in?: readonly string[];
  readonly check: Expression<boolean>;
  readonly error: string;
  readonly fields: readonly string[];
  readonly place: SourceLocation;
}

/** Role → always or condition. undefined: every signed-in user. */
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
  /** Decides about records due by `limits.retention`; undefined: none. */
  readonly erase?: Grant;
  readonly fields: Readonly<Record<string, { readonly read?: Grant; readonly edit?: Grant }>>;
  readonly place?: SourceLocation;
}

/** `key`: stored, from the first version; `name`: of this version. */
export interface Entity {
  readonly key: string;
  readonly name: EntityName;
  readonly title: string;
  readonly plural: string;
  readonly place: SourceLocation;
  readonly number?: RecordNumberFormat;
  readonly recordTitle: Template;
  readonly summary: readonly string[];
  readonly fields: readonly Field[];
  readonly lifecycle: Lifecycle;
  readonly rules: readonly Rule[];
  readonly permissions: Permissions;
}

export interface Role {
  readonly key: string;
  readonly title: string;
  readonly everyone: boolean;
  readonly start?: string;
  readonly place: SourceLocation;
}

export type ScreenKind = 'list' | 'board' | 'report' | 'calendar' | 'form' | 'detail';

export interface Screen {
  /** `/requests`. Form and detail are below the entity's first list: `/requests/new`, `/requests/{id}`. */
  readonly path: string;
  readonly kind: ScreenKind;
  readonly entity: string;
  readonly title: string;
  /** Field keys, number, state, stateSince, openedBy, openedAt, changedAt, assignee. */
  readonly columns: readonly string[];
  readonly filters: readonly string[];
  readonly sort: { readonly field: string; readonly descending: boolean };
  readonly where?: Expression<boolean>;
  /** Empty: everyone. */
  readonly roles: readonly string[];
  readonly card: readonly string[];
  readonly fields: readonly string[];
  readonly report?: Report;
  readonly calendar?: CalendarFields;
  /** false: generated. */
  readonly declared: boolean;
  readonly place?: SourceLocation;
}

export type CallText = call.CallTextDefinition<Expression>;
export type CallBody = call.CallBodyDefinition<Expression>;
export type CallOutcome = call.CallOutcomeDefinition<Expression>;
export type CallParts = call.CallPartsDefinition<Expression, Expression<boolean>>;
export type Call = call.CallDefinition<CallParts, SourceLocation>;
export type IncomingCall = call.IncomingCallDefinition<Expression, CallOutcome, SourceLocation>;

export interface ErrorCatalogueEntry {
  readonly code: string;
  readonly kind: RefusalKind;
  readonly message: Template;
  readonly remedy?: Template;
  /** undefined: of its kind. */
  readonly declaredStatus?: number;
  /** undefined: built in. */
  readonly place?: SourceLocation;
}

export type Retention = limits.RetentionDefinition<Expression<boolean>, SourceLocation>;
export type Limits = limits.LimitsDefinition<Retention, SourceLocation>;

export interface UnsupportedFeature {
  readonly what: string;
  readonly meanwhile?: string;
  readonly place: SourceLocation;
}

export interface Specification {
  readonly key: string;
  readonly name: string;
  readonly locale: string;
  readonly timeZone: string;
  readonly currency: string;
  readonly text: string;
  readonly sections: readonly Section[];
  readonly screens: readonly Screen[];
  readonly dashboards: readonly Dashboard[];
  readonly entities: Readonly<Record<string, Entity>>;
  readonly roles: Readonly<Record<string, Role>>;
  readonly calls: readonly Call[];
  readonly receives: readonly IncomingCall[];
  readonly errors: Readonly<Record<string, ErrorCatalogueEntry>>;
  readonly constants: Readonly<Record<string, Constant>>;
  readonly limits: Limits;
  /** undefined: no working time. */
  readonly calendar?: WorkingCalendar;
  readonly later: readonly UnsupportedFeature[];
}

export type SpecificationCheck =
  | { readonly ok: true; readonly specification: Specification; readonly problems: readonly [] }
  | {
      readonly ok: false;
      readonly problems: readonly Diagnostic[];
      /** Only newer checks fail: published versions still run. */
      readonly runs?: Specification;
    };
