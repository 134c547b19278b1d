// Model of section 7: calls and mails. Generic over the type of expressions; specification.ts fixes it.

/** Header names are lower case; the body is parsed JSON, or text. */
export interface Response {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** What expressions of this section may look at besides the record. */
export interface CallScope {
  /** What a call was answered. */
  readonly response?: Response;
  /** What was sent from outside. */
  readonly body?: unknown;
}

/** A text with expressions in it. */
export type CallTextDefinition<Expression> = readonly (string | Expression)[];

/** Expressions in maps and lists. */
export type CallBodyDefinition<Expression> =
  | { readonly is: Expression }
  | { readonly as: string | number | boolean | null }
  | { readonly list: readonly CallBodyDefinition<Expression>[] }
  | { readonly members: readonly (readonly [string, CallBodyDefinition<Expression>])[] };

/** What an answer, or its absence, does to the record. */
export interface CallOutcomeDefinition<Expression> {
  readonly set: readonly (readonly [string, CallBodyDefinition<Expression>])[];
  readonly action?: string;
  /** Error code recorded on the record. */
  readonly error?: string;
}

export type CallMethod = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** What a call is made of, for records of one entity. */
export interface CallPartsDefinition<Expression, Truth> {
  readonly when?: Truth;
  readonly http?: {
    readonly method: CallMethod;
    readonly address: CallTextDefinition<Expression>;
    readonly headers: readonly (readonly [string, CallTextDefinition<Expression>])[];
    readonly body?: CallBodyDefinition<Expression>;
  };
  readonly mail?: {
    readonly to: CallBodyDefinition<Expression>;
    readonly subject: CallTextDefinition<Expression>;
    readonly text: CallTextDefinition<Expression>;
  };
  readonly then?: CallOutcomeDefinition<Expression>;
  readonly otherwise?: CallOutcomeDefinition<Expression>;
}

export interface CallDefinition<Parts, Place> {
  readonly key: string;
  /** What is sent, as people call it. */
  readonly title?: string;
  readonly kind: 'http' | 'mail';
  /** undefined: a timer makes it. */
  readonly on?: { readonly entity: string; readonly action?: string };
  /** By entity that makes the call. */
  readonly parts: Readonly<Record<string, Parts>>;
  /** Environment variable with the signing secret. */
  readonly secret?: string;
  /** How often it is tried again, and what is waited before the first time; milliseconds. */
  readonly retries: { readonly times: number; readonly wait: number };
  /** Milliseconds for the whole answer. */
  readonly timeout: number;
  readonly place: Place;
}

/** A request from outside, authenticated by the secret. */
export interface ReceiveDefinition<Expression, Outcome, Place> {
  readonly key: string;
  readonly entity: string;
  /** Number or id of the record. */
  readonly find: Expression;
  /** Name of the environment variable whose secret signs it. */
  readonly verify: string;
  readonly then: Outcome;
  readonly place: Place;
}
