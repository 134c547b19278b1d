// What something is called now, quietly beside what it was called when it happened.

/** Nothing, where it is called the same. */
export function nowCalled(now: string | undefined) {
  if (now === undefined) return null;
  return <span className="db-now"> (now: {now})</span>;
}
