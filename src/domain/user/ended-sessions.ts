// Which sessions of a person are over. A session is named by the version that its sign-in has in the person's stream.

export interface SessionsOver {
  /** Sessions signed out of; ascending, the latest ones. */
  readonly endedSessions: readonly number[];
  /** All sessions begun up to this version are over, but for `kept`. */
  readonly endedUpTo: number;
  readonly kept: number | null;
}

export const NONE_OVER: SessionsOver = { endedSessions: [], endedUpTo: 0, kept: null };

export function isSessionOver({ endedSessions, endedUpTo, kept }: SessionsOver, begun: number): boolean {
  return (begun <= endedUpTo && begun !== kept) || endedSessions.includes(begun);
}

/**
 * What is known must not grow without end, and clocks must not decide: beyond so many, the earliest ends with all that began
 * before it.
 */
const MOST_ENDED = 100;

export function withSessionOver(over: SessionsOver, session: number): SessionsOver {
  if (isSessionOver(over, session)) return over;
  const { endedUpTo, kept } = over;
  const ended = [...over.endedSessions, session].sort((a, b) => a - b);
  if (ended.length <= MOST_ENDED) return { endedSessions: ended, endedUpTo, kept };
  return { endedSessions: ended.slice(1), endedUpTo: Math.max(endedUpTo, ended[0]!), kept: null };
}

/** All that began before the version, but for one that still goes on. */
export function withSessionsOver(over: SessionsOver, version: number, except: number | null): SessionsOver {
  const kept = except !== null && !isSessionOver(over, except) ? except : null;
  return { endedSessions: [], endedUpTo: version, kept };
}
