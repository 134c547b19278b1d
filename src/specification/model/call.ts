// Section 7, generic over the type of expressions.

/** Header names in lower case; body parsed, or text. */
export interface Response {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export interface CallScope {
  readonly response?: Response;
  readonly body?: unknown;
}

export type CallTextDefinition<Expression> = readonly (string | Expression)[];

export type CallBodyDefinition<Expression> =
  | { readonly is: Expression }
  | { readonly as: string | number | boolean | null }
  | { readonly list: readonly CallBodyDefinition<Expression>[] }
  | { readonly members: readonly (readonly [string, CallBodyDefinition<Expression>])[] };

export interface CallOutcomeDefinition<Expression> {
  readonly set: readonly (readonly [string, CallBodyDefinition<Expression>])[];
  readonly action?: string;
  readonly error?: string;
}

export type CallMethod = 'get' | 'post' | 'put' | 'patch' | 'delete';

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
  readonly title?: string;
  readonly kind: 'http' | 'mail';
  /** undefined: by a timer. */
  readonly on?: { readonly entity: string; readonly action?: string };
  readonly parts: Readonly<Record<string, Parts>>;
  /** Environment variable. */
  readonly secret?: string;
  /** Milliseconds before the first retry. */
  readonly retries: { readonly times: number; readonly wait: number };
  /** Milliseconds. */
  readonly timeout: number;
  readonly place: Place;
}

export interface IncomingCallDefinition<Expression, Outcome, Place> {
  readonly key: string;
  readonly entity: string;
  /** Number or id. */
  readonly find: Expression;
  /** Environment variable. */
  readonly verify: string;
  readonly then: Outcome;
  readonly place: Place;
}
