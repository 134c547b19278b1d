// Which sessions of a person are over. A session is named by the version that its sign-in has in the person's stream.

export interface EndedSessions {
  /** Sessions signed out of; ascending, the latest ones. */
  readonly endedSessions: readonly number[];
  /** All sessions begun up to this version are over, but for `kept`. */
  readonly endedUpTo: number;
  readonly kept: number | null;
}

export const NO_ENDED_SESSIONS: EndedSessions = { endedSessions: [], endedUpTo: 0, kept: null };

export function isSessionEnded({ endedSessions, endedUpTo, kept }: EndedSessions, begun: number): boolean {
  return (begun <= endedUpTo && begun !== kept) || endedSessions.includes(begun);
}

/**
 * What is known must not grow without end, and clocks must not decide: beyond so many, the earliest ends with all that began
 * before it.
 */
const MAX_ENDED_SESSIONS = 100;

export function addEndedSession(over: EndedSessions, session: number): EndedSessions {
  if (isSessionEnded(over, session)) return over;
  const { endedUpTo, kept } = over;
  const ended = [...over.endedSessions, session].sort((a, b) => a - b);
  if (ended.length <= MAX_ENDED_SESSIONS) return { endedSessions: ended, endedUpTo, kept };
  return { endedSessions: ended.slice(1), endedUpTo: Math.max(endedUpTo, ended[0]!), kept: null };
}

/** All that began before the version, but for one that still goes on. */
export function endAllSessions(over: EndedSessions, version: number, except: number | null): EndedSessions {
  const kept = except !== null && !isSessionEnded(over, except) ? except : null;
  return { endedSessions: [], endedUpTo: version, kept };
}
