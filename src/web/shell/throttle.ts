// How many requests one person, and one address, may send: counted in one place, before anything costly is done for them.
import { failureForRequest } from '../errors/translate-failure.js';
import type { Request, RequestHandler, Response } from 'express';
import { LRUCache } from 'lru-cache';
import { limitEntries } from '#platform/at-most.js';
import { toNetwork } from '#platform/network.js';
import { builtInRefusal } from '../built-in-refusal.js';
import { HEALTH_CHECKS } from '../addresses/system-addresses.js';
import { sendProblem } from '../errors/problem-json.js';

/** Requests per minute; as many may come at once after a quiet minute. 0: no limit. */
export interface Rates {
  readonly person: number;
  /** Generous: an office, or everybody behind one proxy. */
  readonly address: number;
}

/** Runs before bodies and passwords are read; health checks are not throttled. */
export const throttleAddresses = (throttle: Throttle): RequestHandler =>
  throttled(throttle, 'address', ({ path, ip }) =>
    HEALTH_CHECKS.includes(path) ? undefined : toNetwork(ip ?? ''),
  );

/** As soon as it is known who asks. */
export const throttlePeople = (throttle: Throttle): RequestHandler =>
  throttled(throttle, 'person', ({ signedIn }) => signedIn?.id);

/** `whoIn`: whose requests are counted together; undefined: this one is not counted. */
function throttled(
  throttle: Throttle,
  kind: keyof Rates,
  whoIn: (request: Request) => string | undefined,
): RequestHandler {
  return (request, response, next) => {
    const who = whoIn(request);
    const wait = who === undefined ? 0 : throttle.take(kind, who);
    if (wait > 0) tellToWait(request, response, wait);
    else next();
  };
}

/** Plain text: rendering a page for excessive requests would cost too much. */
function tellToWait(request: Request, response: Response, seconds: number): void {
  const failure = failureForRequest(request, builtInRefusal('TOO_MANY_REQUESTS', { seconds }));
  response.setHeader('Retry-After', seconds);
  if (request.accepts(['html', 'json']) !== 'html' || request.path.startsWith('/api/'))
    return sendProblem(response, failure);
  const [reason] = failure.reasons;
  response.status(failure.status).setHeader('Cache-Control', 'no-store');
  response.type('text/plain').send(`${reason?.message} ${reason?.remedy}`);
}

interface Bucket {
  readonly left: number;
  /** Milliseconds since 1970 of the last request. */
  readonly at: number;
}

const MINUTE = 60_000;

const KEPT = 100_000;

export class Throttle {
  private readonly buckets = new LRUCache<string, Bucket>(limitEntries(KEPT));

  constructor(
    private readonly rates: Rates,
    private readonly now: () => number = Date.now,
  ) {}

  /** Counts a request. Answers the seconds to wait, 0: go on. What is refused is not counted. */
  take(kind: keyof Rates, who: string): number {
    const most = this.rates[kind];
    if (most === 0) return 0;
    const now = this.now();
    const key = `${kind} ${who}`;
    const { left, at } = this.buckets.get(key) ?? { left: most, at: now };
    // A clock that was set back gives nothing, and takes nothing.
    const filled = Math.min(most, left + (Math.max(0, now - at) / MINUTE) * most);
    if (filled < 1) return Math.ceil(((1 - filled) / most) * (MINUTE / 1000));
    this.buckets.set(key, { left: filled - 1, at: now });
    return 0;
  }
}
