// The API has no way to name the ids of a span, so the SDK's generator takes them from here.
export interface GivenIds {
  /** 32 hexadecimal digits. */
  readonly traceId?: string;
  /** 16 hexadecimal digits. */
  readonly spanId?: string;
}

let givenIds: GivenIds = {};

/** For the span that `startSpan` starts synchronously. */
export function withGivenIds<T>(ids: GivenIds, startSpan: () => T): T {
  givenIds = ids;
  try {
    return startSpan();
  } finally {
    givenIds = {};
  }
}

export const getGivenIds = (): GivenIds => givenIds;
