export interface LogAttribute {
  readonly key: string;
  /** In XES: string, date, int, float, boolean, id, list, container. */
  readonly type: string;
  /** Absent for lists and containers. */
  readonly value?: string;
  readonly line: number;
  /** Nested attributes, or list items. */
  readonly children?: readonly LogAttribute[];
}

export interface LogEvent {
  readonly line: number;
  readonly attributes: readonly LogAttribute[];
}

export interface LogTrace extends LogEvent {
  readonly events: readonly LogEvent[];
  /** Characters in the file. */
  readonly size: number;
}

export interface LogHeader {
  /** Keys that together name an activity. */
  readonly classifiers: readonly (readonly string[])[];
  readonly attributes: number;
}

export const getAttributeValue = (owner: LogEvent, key: string): string | undefined =>
  owner.attributes.find((attribute) => attribute.key === key)?.value;
