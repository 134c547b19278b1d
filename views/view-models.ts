// What pages are given: everything decided and looked up, nothing left to ask. Pages turn it into HTML.
// Values are opened (personal data decrypted) and permission-checked before they come here.
/* eslint-disable max-lines -- what all pages are given, side by side: one file to read before writing either side */
import type { FieldType, Section } from '../src/specification/specification.js';
import type { Value } from '../src/specification/value.js';

/** Around every page. */
export interface Frame {
  readonly title: string;
  /** Signed-in person; undefined on the sign-in page. */
  readonly user?: {
    readonly id: string;
    readonly name: string;
    readonly admin: boolean;
    readonly auditor: boolean;
  };
  /** Application in view, with its navigation. */
  readonly application?: {
    readonly key: string;
    readonly name: string;
    readonly links: readonly { readonly href: string; readonly title: string; readonly current: boolean }[];
  };
  readonly locale: string;
  readonly timeZone: string;
  /** 'auto' follows the browser. Set by a cookie through POST /-/appearance. */
  readonly appearance: 'auto' | 'light' | 'dark';
  /** Path and query of this page: to come back to after a post. */
  readonly here: string;
  /** Said once after a redirect: "Saved." */
  readonly notice?: string;
  /** Built islands by name → URL of the script. */
  readonly islands: Readonly<Record<string, string>>;
  /** true: reading pages works, but what was just written is not in them yet. */
  readonly behind?: boolean;
}

/** A value with everything needed to show it. */
export interface Shown {
  readonly key: string;
  readonly title: string;
  readonly type: FieldType | 'state' | 'number';
  /** true: the viewer may not see it ("not visible to you"). `value` is null then. */
  readonly hidden?: boolean;
  readonly value: Value;
  readonly places?: number;
  readonly currency?: string;
  /** state: its place in the lifecycle, from 0: gives it its colour. */
  readonly order?: number;
  /** choice, state, reference, user: what to say instead of the stored value. */
  readonly label?: string;
  /** reference: where it leads. */
  readonly href?: string;
  /** table: its columns, and each row's cells. */
  readonly rows?: readonly (readonly Shown[])[];
  readonly columns?: readonly { readonly key: string; readonly title: string }[];
}

export interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly remedy?: string;
  readonly rule?: string;
  readonly fields: readonly string[];
  /** Link to the line of the specification that holds it. */
  readonly source?: { readonly section: number; readonly line: number; readonly href: string };
}

/** One input of a form. Names of inputs are the keys; a cell of a table is `lines.0.price`. */
export interface Input {
  readonly key: string;
  readonly title: string;
  readonly type: FieldType;
  readonly help?: string;
  readonly required: boolean;
  readonly multiline: boolean;
  /** As typed, or the stored value in the form's notation ("12,50" in German, "2026-11-20", "2026-11-20T10:00"). */
  readonly value: string;
  readonly min?: string;
  readonly max?: string;
  readonly maxLength?: number;
  readonly step?: string;
  readonly currency?: string;
  readonly options?: readonly { readonly value: string; readonly title: string }[];
  /** Shown but not changeable: computed, or not permitted (then `why` says so). */
  readonly readOnly?: boolean;
  readonly why?: string;
  readonly hidden?: boolean;
  readonly personal?: boolean;
  readonly errors: readonly string[];
  /** table: columns, and rows of inputs; one or more empty rows at the end to type into. */
  readonly columns?: readonly { readonly key: string; readonly title: string; readonly required: boolean }[];
  readonly rows?: readonly (readonly Input[])[];
}

export interface Conflict {
  readonly field: string;
  readonly title: string;
  readonly seen: Shown;
  readonly theirs: Shown;
  readonly yours: Shown;
  readonly by: string;
  readonly at: string;
  /** In the form's notation, for the radio buttons `choose.<field>`. */
  readonly theirsInput: string;
  readonly yoursInput: string;
}

export interface FormPage {
  readonly frame: Frame;
  readonly heading: string;
  /** Help: the prose of the entity's section. Markdown. */
  readonly help?: string;
  readonly action: string;
  /** Posted along: commandId, id, seen. */
  readonly hidden: Readonly<Record<string, string>>;
  readonly inputs: readonly Input[];
  /** Asked for by the action: undefined = no reason asked. */
  readonly reason?: {
    readonly required: boolean;
    readonly value: string;
    readonly errors: readonly string[];
  };
  readonly refusals: readonly Refusal[];
  readonly conflicts: readonly Conflict[];
  readonly submit: string;
  readonly cancel: string;
}

export interface ApplicationsPage {
  readonly frame: Frame;
  readonly applications: readonly {
    readonly key: string;
    readonly name: string;
    readonly summary: string;
    readonly href: string;
    readonly version: number;
    readonly records: readonly { readonly title: string; readonly count: string; readonly href: string }[];
  }[];
  readonly canPublish: boolean;
}

export interface Filter {
  readonly key: string;
  readonly title: string;
  readonly kind: 'choice' | 'text' | 'range' | 'dates' | 'user' | 'boolean';
  readonly values: readonly string[];
  readonly options?: readonly { readonly value: string; readonly title: string; readonly count?: number }[];
}

export interface ListPage {
  readonly frame: Frame;
  readonly heading: string;
  readonly help?: string;
  readonly path: string;
  readonly columns: readonly {
    readonly key: string;
    readonly title: string;
    readonly align: 'start' | 'end';
    /** Link that sorts by it; undefined: not sortable. */
    readonly sort?: { readonly href: string; readonly direction?: 'ascending' | 'descending' };
  }[];
  readonly rows: readonly { readonly id: string; readonly href: string; readonly cells: readonly Shown[] }[];
  readonly search: string;
  readonly filters: readonly Filter[];
  readonly filtered: boolean;
  readonly count: { readonly count: number; readonly more: boolean };
  readonly previous?: string;
  readonly next?: string;
  readonly csv: string;
  /** The same, with cells that begin like a formula as they are stored. */
  readonly rawCsv: string;
  readonly open?: { readonly href: string; readonly title: string };
  readonly board?: string;
  /** Why it is empty and what to do. */
  readonly empty?: string;
}

export interface BoardPage {
  readonly frame: Frame;
  readonly heading: string;
  readonly help?: string;
  readonly columns: readonly {
    readonly state: string;
    readonly title: string;
    readonly count: number;
    readonly more: boolean;
    readonly href: string;
    readonly cards: readonly {
      readonly id: string;
      readonly href: string;
      readonly title: string;
      readonly cells: readonly Shown[];
    }[];
  }[];
  readonly open?: { readonly href: string; readonly title: string };
  readonly list: string;
}

/** An event in words. */
export interface Happening {
  readonly position: number;
  readonly version: number;
  readonly at: string;
  /** Where it was written down later than it happened. */
  readonly recordedAt?: string;
  /** Where `at` is when it was written down: when it happened. */
  readonly happenedAt?: string;
  /** Name of the log it was imported from. */
  readonly imported?: string;
  readonly who: string;
  readonly whoHref?: string;
  /** "approved", "changed", "opened", "commented", … */
  readonly verb: string;
  /** "Waiting for approval → Approved" */
  readonly moved?: { readonly from: string; readonly to: string };
  readonly changes: readonly { readonly title: string; readonly from: Shown; readonly to: Shown }[];
  readonly text?: string;
  readonly reason?: string;
  /** What it is about, on pages about many things. */
  readonly subject?: { readonly title: string; readonly href?: string };
  readonly application?: { readonly name: string; readonly href: string };
  readonly rawHref?: string;
  readonly type: string;
}

export interface ActionOffer {
  readonly key: string;
  readonly title: string;
  readonly help?: string;
  readonly to?: string;
  readonly allowed: boolean;
  /** Where fields or a reason are asked for: the page that asks. Otherwise it is posted at once. */
  readonly href: string;
  readonly asks: boolean;
  readonly commandId: string;
  /** Why not. */
  readonly refusals: readonly Refusal[];
}

export interface RecordPage {
  readonly frame: Frame;
  readonly id: string;
  readonly number: string | null;
  readonly title: string;
  readonly entity: string;
  readonly state: { readonly key: string; readonly title: string; readonly final: boolean };
  /** The lifecycle's states in order, for the steps above the record. */
  readonly states: readonly { readonly key: string; readonly title: string; readonly reached: boolean }[];
  readonly version: number;
  readonly fields: readonly Shown[];
  readonly actions: readonly ActionOffer[];
  readonly edit?: string;
  /** Why the record cannot be edited now. */
  readonly editRefusals: readonly Refusal[];
  readonly assignee: { readonly id: string | null; readonly name: string };
  readonly assign?: {
    readonly action: string;
    readonly commandId: string;
    readonly people: readonly { readonly id: string; readonly name: string }[];
  };
  readonly comment?: {
    readonly action: string;
    readonly commandId: string;
    readonly value: string;
    readonly errors: readonly string[];
  };
  readonly opened: { readonly by: string; readonly at: string };
  readonly changed: { readonly by: string; readonly at: string };
  readonly specification: { readonly version: number; readonly href: string };
  /** Newest first. */
  readonly history: readonly Happening[];
  readonly historyMore?: string;
  /** Server-sent events of this record. */
  readonly live: string;
  readonly list: { readonly href: string; readonly title: string };
}

export interface TimelinePage {
  readonly frame: Frame;
  readonly heading: string;
  readonly filters: {
    readonly application: string;
    readonly applications: readonly { readonly value: string; readonly title: string }[];
    readonly record: string;
    readonly person: string;
    readonly people: readonly { readonly value: string; readonly title: string }[];
    readonly type: string;
    readonly types: readonly { readonly value: string; readonly title: string }[];
    readonly activity: string;
    readonly activities: readonly { readonly value: string; readonly title: string }[];
    /** '' = as written down, 'happened'. */
    readonly order: string;
    readonly from: string;
    readonly until: string;
    readonly search: string;
  };
  readonly filtered: boolean;
  readonly happenings: readonly Happening[];
  readonly newer?: string;
  readonly older?: string;
  readonly problems: readonly string[];
}

export interface EventPage {
  readonly frame: Frame;
  readonly happening: Happening;
  readonly stream: string;
  readonly eventId: string;
  readonly correlation: string;
  readonly cause?: { readonly id: string; readonly href?: string };
  /** Pretty-printed JSON of the whole event, hidden fields replaced. */
  readonly json: string;
  /** Dotted paths of what the reader may not see, and of what nobody can read any more. */
  readonly leftOut: readonly string[];
  readonly erased: readonly string[];
  readonly previous?: string;
  readonly next?: string;
}

export interface SpecificationPage {
  readonly frame: Frame;
  readonly name: string;
  readonly version: number;
  readonly versions: readonly {
    readonly version: number;
    readonly at: string;
    readonly by: string;
    readonly href: string;
  }[];
  readonly sections: readonly Section[];
  readonly later: readonly {
    readonly what: string;
    readonly meanwhile?: string;
    readonly section: number;
    readonly line: number;
  }[];
  /** Download of the document. */
  readonly source: string;
  /** Where the next version is published; undefined: not an admin. */
  readonly publish?: string;
  readonly empty: boolean;
}

export interface PublishPage {
  readonly frame: Frame;
  readonly action: string;
  readonly commandId: string;
  readonly text: string;
  readonly problems: readonly {
    readonly line: number;
    readonly column: number;
    readonly message: string;
    readonly remedy?: string;
  }[];
}

export interface SignInPage {
  readonly frame: Frame;
  readonly name: string;
  readonly errors: readonly string[];
  readonly next: string;
  readonly demo: readonly { readonly id: string; readonly name: string; readonly roles: string }[];
}

/** Where somebody is signed in. */
export interface SessionList {
  /** Ends one by `session`, or all others by `session=others`. */
  readonly action: string;
  readonly commandId: string;
  readonly sessions: readonly {
    readonly name: string;
    readonly at: string;
    readonly browser: string;
    /** Whether it began in the network of who looks; null: that was not written down. */
    readonly here: boolean | null;
    readonly current: boolean;
  }[];
}

export interface AccountPage {
  readonly frame: Frame;
  readonly name: string;
  readonly signInName: string | null;
  readonly hasPassword: boolean;
  /** Nothing else is possible until the password is changed. */
  readonly mustChange: boolean;
  readonly password: {
    readonly action: string;
    readonly errors: Readonly<Record<string, readonly string[]>>;
  };
  readonly sessions: SessionList;
}

/** A one-time link, shown once to the admin who made it. */
export interface LinkPage {
  readonly frame: Frame;
  readonly name: string;
  readonly link: string;
  readonly until: string;
  readonly back: string;
}

export interface ChoosePasswordPage {
  readonly frame: Frame;
  readonly action: string;
  readonly hidden: Readonly<Record<string, string>>;
  readonly name: string;
  readonly signInName: string | null;
  readonly errors: readonly string[];
}

/** First admin (by the one-time link), or a new person (by an admin). */
export interface RegisterPage {
  readonly frame: Frame;
  readonly heading: string;
  readonly action: string;
  readonly hidden: Readonly<Record<string, string>>;
  /** false: they choose one themselves, by a one-time link. */
  readonly asksPassword: boolean;
  readonly name: string;
  readonly signInName: string;
  readonly errors: Readonly<Record<string, readonly string[]>>;
}

export interface PeoplePage {
  readonly frame: Frame;
  readonly people: readonly {
    readonly id: string;
    readonly name: string;
    readonly href: string;
    readonly roles: readonly string[];
    readonly lastSignInAt: string | null;
    readonly demo: boolean;
    /** Known from an imported log only. */
    readonly fromLog: boolean;
    readonly erased: boolean;
  }[];
  readonly search: string;
  readonly next?: string;
  readonly previous?: string;
  readonly register: string;
}

export interface PersonPage {
  readonly frame: Frame;
  readonly id: string;
  readonly name: string;
  readonly signInName: string | null;
  readonly fromLog: boolean;
  readonly erased: boolean;
  readonly registeredAt: string;
  readonly lastSignInAt: string | null;
  readonly groups: readonly {
    readonly application: string;
    readonly name: string;
    readonly roles: readonly {
      readonly key: string;
      readonly title: string;
      readonly held: boolean;
      readonly everyone: boolean;
    }[];
  }[];
  readonly action: string;
  readonly commandId: string;
  /** Makes a one-time link; undefined: they do not sign in, or it is oneself. */
  readonly link?: { readonly action: string; readonly hasPassword: boolean };
  readonly sessions: SessionList;
  readonly history: readonly Happening[];
}

/** 403, 404, 409, 422, 500, 503 and the like. */
export interface ErrorPage {
  readonly frame: Frame;
  readonly status: number;
  readonly heading: string;
  readonly refusals: readonly Refusal[];
  /** What to do now. */
  readonly links: readonly { readonly href: string; readonly title: string }[];
  /** To quote when asking for help. */
  readonly correlation?: string;
  /** A form that could not be taken, to be sent again as it was. */
  readonly again?: {
    readonly action: string;
    /** Every input but passwords: name → what was typed. */
    readonly inputs: Readonly<Record<string, string>>;
    /** Those of them that a person typed. */
    readonly typed: readonly string[];
    /** Names of passwords, which have to be typed again. */
    readonly passwords: readonly string[];
  };
}

/** Projections and log, for admins. */
export interface StatusPage {
  readonly frame: Frame;
  /** Last position of the log: a number of events, or of bytes, as its engine counts. undefined: it cannot be reached. */
  readonly head: number | undefined;
  /** What is known to be wrong, in words. */
  readonly troubles: readonly string[];
  readonly projections: readonly {
    readonly name: string;
    readonly state: string;
    readonly position: number;
    readonly lag: number;
    readonly generation: number;
    readonly failure?: string;
  }[];
}
