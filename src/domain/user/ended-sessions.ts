// A session is the version of its sign-in event.

export interface EndedSessions {
  readonly endedSessions: readonly number[];
  /** Sessions up to this version are over, except `kept`. */
  readonly endedUpTo: number;
  readonly kept: number | null;
}

export const NO_ENDED_SESSIONS: EndedSessions = { endedSessions: [], endedUpTo: 0, kept: null };

export function isSessionEnded({ endedSessions, endedUpTo, kept }: EndedSessions, begun: number): boolean {
  return (begun <= endedUpTo && begun !== kept) || endedSessions.includes(begun);
}

/** Beyond it, the earliest session ends with all before it. */
const MAX_ENDED_SESSIONS = 100;

export function addEndedSession(over: EndedSessions, session: number): EndedSessions {
  if (isSessionEnded(over, session)) return over;
  const { endedUpTo, kept } = over;
  const ended = [...over.endedSessions, session].sort((a, b) => a - b);
  if (ended.length <= MAX_ENDED_SESSIONS) return { endedSessions: ended, endedUpTo, kept };
  return { endedSessions: ended.slice(1), endedUpTo: Math.max(endedUpTo, ended[0]!), kept: null };
}

export function endAllSessions(over: EndedSessions, version: number, except: number | null): EndedSessions {
  const kept = except !== null && !isSessionEnded(over, except) ? except : null;
  return { endedSessions: [], endedUpTo: version, kept };
}
