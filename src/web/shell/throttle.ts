import { failureForRequest } from '../errors/translate-failure.js';
import type { Request, RequestHandler, Response } from 'express';
import { LRUCache } from 'lru-cache';
import { createLruCacheOptions } from '#platform/lru-cache-options.js';
import { toClientNetwork } from '#platform/to-client-network.js';
import { createBuiltInRefusal } from '../create-built-in-refusal.js';
import { HEALTH_CHECK_PATHS } from '../addresses/system-addresses.js';
import { sendProblem } from '../errors/problem-json.js';

/** Requests per minute, and burst size. 0: no limit. */
export interface Rates {
  readonly person: number;
  /** Generous, since an office may share one address. */
  readonly address: number;
}

/** Runs before bodies and passwords are read; health checks are not throttled. */
export const throttleAddresses = (throttle: Throttle): RequestHandler =>
  throttled(throttle, 'address', ({ path, ip }) =>
    HEALTH_CHECK_PATHS.includes(path) ? undefined : toClientNetwork(ip ?? ''),
  );

/** Runs after authentication. Each API token has a limit of its own, so that a program does not lock its person out. */
export const throttlePeople = (throttle: Throttle): RequestHandler =>
  throttled(throttle, 'person', ({ signedIn }) =>
    signedIn?.program ? `token ${signedIn.program.token}` : signedIn?.id,
  );

/** `whoIn` returns the counting key; undefined: not counted. */
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

/** Plain text: rendering pages for excessive requests would cost too much. */
function tellToWait(request: Request, response: Response, seconds: number): void {
  const failure = failureForRequest(request, createBuiltInRefusal('TOO_MANY_REQUESTS', { seconds }));
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

const MAX_BUCKETS = 100_000;

export class Throttle {
  private readonly buckets = new LRUCache<string, Bucket>(createLruCacheOptions(MAX_BUCKETS));

  constructor(
    private readonly rates: Rates,
    private readonly now: () => number = Date.now,
  ) {}

  /** Returns seconds to wait, 0 if allowed. Refused requests are not counted. */
  take(kind: keyof Rates, who: string): number {
    const most = this.rates[kind];
    if (most === 0) return 0;
    const now = this.now();
    const key = `${kind} ${who}`;
    const { left, at } = this.buckets.get(key) ?? { left: most, at: now };
    // Ignores a clock set back.
    const filled = Math.min(most, left + (Math.max(0, now - at) / MINUTE) * most);
    if (filled < 1) return Math.ceil(((1 - filled) / most) * (MINUTE / 1000));
    this.buckets.set(key, { left: filled - 1, at: now });
    return 0;
  }
}
