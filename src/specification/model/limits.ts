export interface RetentionDefinition<Expression, Place> {
  /** ISO 8601. */
  readonly keep: string;
  /** Period starts on entry; undefined: at the last change. */
  readonly in?: readonly string[];
  /** A hold: no erasure while true or not evaluable. */
  readonly unless?: Expression;
  /** Meaning of the signature (21 CFR 11.50). */
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
  readonly rows: number;
  /** Bytes. */
  readonly attachment: number;
  readonly retention: Readonly<Record<string, Retention>>;
  readonly places: Readonly<Record<string, Place>>;
}
