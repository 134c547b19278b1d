// What every request passes before a controller sees it, in the order in which it passes it.
import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { ExpressAdapter, type NestExpressApplication } from '@nestjs/platform-express';
import express, { static as serveStatic, type Request, type RequestHandler, type Response } from 'express';
import { LRUCache } from 'lru-cache';
import { ReadModelsUnavailable } from '#projections/port/failures.js';
import { Authentication } from '#identity/authentication.js';
import { asShortWork } from '#platform/awaiting.js';
import { withQueryContext } from '#projections/port/query.js';
import { RUNNING_READ_MODELS } from '#query-handling/ports.js';
import type { RunningReadModels } from '#query-handling/running-read-models.js';
import { atMost } from '#platform/at-most.js';
import { networkOf } from '#platform/network.js';
import { bodyReader } from '../body.js';
import { refused } from '../built-in.js';
import { SECURE_COOKIES, SESSION, readCookie, ownWritesFirst } from '../cookies.js';
import { ASSETS } from '../islands.js';
import { LOG, logRequests, type Log, type LogLevel } from '../log.js';
import { sameSite } from '../frames.js';
import { ACCOUNT, APPEARANCE_CHOICE, HEALTH, SIGN_IN, SIGN_OUT, WELCOME } from '../system-addresses.js';
import { failureOf } from '../failure.js';
import { sendProblem } from '../api/problem-json.js';
import { securityHeaders } from './secure.js';

/** What of the configuration the web needs to know. */
interface WebSettings {
  /** Cookies are sent over HTTPS only, and browsers told to come by HTTPS. */
  readonly secure: boolean;
  /** undefined: nobody is counted. */
  readonly rates?: Rates;
  readonly log: LogLevel;
  /** Addresses and networks of proxies that are believed, such as `loopback` or `10.0.0.0/8`. */
  readonly proxies: readonly string[];
}

/** Requests per minute; as many may come at once after a quiet minute. 0: no limit. */
interface Rates {
  readonly person: number;
  /** Generous: an office, or everybody behind one proxy. */
  readonly address: number;
}

/** What a Nest application is created over. Keys tell letters apart, so addresses do: the entity `Source` is not the page `source`. */
export const httpAdapter = (): ExpressAdapter =>
  new ExpressAdapter(express().enable('case sensitive routing'));

const NO_RATES = { person: 0, address: 0 };
const YEAR = 365 * 24 * 3_600_000;

/**
 * Makes a Nest application ready to face the world. Call before `init` or `listen`, on an application created with
 * `{ bodyParser: false }`: bodies are read here, once.
 */
export function configureApp(app: NestExpressApplication, settings: WebSettings): void {
  app.disable('x-powered-by');
  // No entity tags over pages: they are never stored. The API sets its own.
  app.set('etag', false);
  // Only these may say for whom they ask, and how they were asked.
  app.set('trust proxy', [...settings.proxies]);
  app.set(SECURE_COOKIES, settings.secure);
  app.use(correlate);
  if (settings.log === 'info' || settings.log === 'debug') app.use(logRequests(app.get<Log>(LOG)));
  app.use(securityHeaders({ https: settings.secure }));
  app.use('/assets', serveStatic(ASSETS, { index: false, immutable: true, maxAge: YEAR, redirect: false }));
  const throttle = new Throttle(settings.rates ?? NO_RATES);
  app.use(throttleAddresses(throttle));
  app.use(sameSite);
  // Read first: what was typed is kept on the page, also where nobody knows who typed it.
  app.use(bodyReader());
  app.use(recognise(app.get(Authentication)));
  app.use(throttlePeople(throttle));
  // No sooner: strangers, and who asks too much, hold up nobody's long work.
  app.use(countAsShort);
  app.use(queryContext);
  app.use(ownWritesFirst(app.get<RunningReadModels>(RUNNING_READ_MODELS)));
}

/** Gives every request a number of its own: in the log, in the metadata of what it writes, and on error pages. */
const correlate: RequestHandler = (request, response, next) => {
  request.correlationId = randomUUID();
  response.setHeader('X-Correlation-Id', request.correlationId);
  next();
};

/** Before bodies are read and passwords looked at. Whoever watches this process is not kept from it by those who overload it. */
const throttleAddresses = (throttle: Throttle): RequestHandler =>
  throttled(throttle, 'address', ({ path, ip }) => (path === HEALTH ? undefined : networkOf(ip ?? '')));

/** As soon as it is known who asks. */
const throttlePeople = (throttle: Throttle): RequestHandler =>
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

/** In as few steps as there are: no page is made for whoever asks too often. */
function tellToWait(request: Request, response: Response, seconds: number): void {
  const failure = failureOf(refused('TOO_MANY_REQUESTS', { seconds }));
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

/** How many requests one person, and one address, may send: counted in one place, before anything costly is done for them. */
export class Throttle {
  private readonly buckets = new LRUCache<string, Bucket>(atMost(KEPT));

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

/** Puts the signed-in person on the request. */
function recognise(authentication: Authentication): RequestHandler {
  return (request, _response, next) => {
    // Whoever watches is told the same, whoever they are, and also where nobody can be recognised.
    if (request.path === HEALTH && /^(GET|HEAD)$/.test(request.method)) return next();
    const authorization = request.path.startsWith('/api/') ? request.headers.authorization : undefined;
    const presented = {
      cookie: readCookie(request, SESSION),
      authorization,
      address: request.ip ?? '',
      correlationId: request.correlationId,
    };
    request.signedInStill = async () => authentication.recognise(presented);
    authentication.recognise(presented).then(
      (signedIn) => {
        if (signedIn) request.signedIn = signedIn;
        next(mustChooseFirst(request) ? refused('PASSWORD_TO_BE_CHANGED') : undefined);
      },
      (error: unknown) => {
        if (!(error instanceof ReadModelsUnavailable)) return next(error);
        request.notRecognised = error;
        next();
      },
    );
  };
}

/** Somebody else knows the password: nothing is done with it but choosing another one, or leaving. */
function mustChooseFirst({ signedIn, path }: Request): boolean {
  if (signedIn?.passwordByAnother !== true) return false;
  return ![ACCOUNT, SIGN_IN, SIGN_OUT, WELCOME, APPEARANCE_CHOICE].some(
    (open) => path === open || path.startsWith(`${open}/`),
  );
}

const countAsShort: RequestHandler = (request, response, next) => {
  if (!request.signedIn) return next();
  asShortWork((end) => {
    response.once('close', end);
    next();
  });
};

/** What somebody sent to be saved goes on when they have gone: only pages are called off. */
const CALLED_OFF = new Set(['GET', 'HEAD']);

/** Tells whoever answers a request's questions for whom they are, and when nobody waits for the answers any more. */
const queryContext: RequestHandler = (request, response, next) => {
  const gone = new AbortController();
  setMaxListeners(0, gone.signal);
  if (CALLED_OFF.has(request.method))
    response.once('close', () => {
      if (!response.writableFinished) gone.abort();
    });
  withQueryContext({ asker: request.signedIn?.id ?? `address ${request.ip}`, signal: gone.signal }, next);
};
