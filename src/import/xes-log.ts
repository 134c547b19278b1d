// What an XES log (IEEE 1849) says, as it was read: attributes with their lines, traces and events of them.

export interface LogAttribute {
  readonly key: string;
  /** Element name in XES: string, date, int, float, boolean, id, list, container. */
  readonly type: string;
  /** A list and a container have none. */
  readonly value?: string;
  readonly line: number;
  /** Attributes of the attribute, or items of the list. */
  readonly children?: readonly LogAttribute[];
}

export interface LogEvent {
  readonly line: number;
  readonly attributes: readonly LogAttribute[];
}

export interface LogTrace extends LogEvent {
  readonly events: readonly LogEvent[];
  /** Characters it takes in the file. */
  readonly size: number;
}

/** What a log says of itself before its traces. */
export interface LogHeader {
  /** Of events: each a list of keys that together name what happened. */
  readonly classifiers: readonly (readonly string[])[];
  /** How many attributes it has of its own, besides its traces. */
  readonly attributes: number;
}

/** The value of the attribute of that name. */
export const attributeValue = (owner: LogEvent, key: string): string | undefined =>
  owner.attributes.find((attribute) => attribute.key === key)?.value;
