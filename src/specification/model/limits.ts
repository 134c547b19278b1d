// What section 9 limits: how much, how often, and for how long.
/** How long a record keeps what is personal in it. */
export interface RetentionDefinition<Expression, Place> {
  /** ISO 8601 duration. */
  readonly keep: string;
  /** It counts from when the record came to one of these states; undefined: from its last change. */
  readonly in?: readonly string[];
  /** A hold: prevents erasure while true or not evaluable. */
  readonly unless?: Expression;
  /** The meaning of the signature (21 CFR 11.50). */
  readonly sign: string;
  readonly place: Place;
}

export interface LimitsDefinition<Retention, Place> {
  /** undefined: no limit. */
  readonly opensPerUserPerDay?: number;
  /** Characters. */
  readonly text: number;
  readonly comment: number;
  readonly reason: number;
  /** Rows of a table field. */
  readonly rows: number;
  /** Bytes. */
  readonly attachment: number;
  /** By entity. */
  readonly retention: Readonly<Record<string, Retention>>;
  readonly places: Readonly<Record<string, Place>>;
}
