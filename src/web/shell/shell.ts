// What every request passes before a controller sees it, in the order in which it passes it.
import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { ExpressAdapter, type NestExpressApplication } from '@nestjs/platform-express';
import express, { static as serveStatic, type Request, type RequestHandler, type Response } from 'express';
import { ReadModelsUnavailable } from '#projections/port/read-model-errors.js';
import { Authentication } from '#identity/authentication.js';
import { markInteractive } from '#platform/cooperative-scheduler.js';
import { withQueryContext } from '#projections/port/query.js';
import { RUNNING_READ_MODELS } from '#query-handling/query-dependencies.js';
import type { RunningReadModels } from '#query-handling/running-read-models.js';
import { bodyReader } from '../http/request-body.js';
import { builtInRefusal } from '../built-in-refusal.js';
import { SECURE_COOKIES, SESSION, readCookie, ownWritesFirst } from '../http/cookies.js';
import { ASSETS } from '../layout/built-assets.js';
import { LOG, logRequests, type Log } from '../errors/server-log.js';
import { ACCOUNT, APPEARANCE, SIGN_IN, SIGN_OUT } from '#views/addresses.js';
import { HEALTH_CHECKS, WELCOME } from '../addresses/system-addresses.js';
import { securityHeaders } from './secure.js';
import { throttleAddresses, throttlePeople, Throttle } from './throttle.js';
import type { WebSettings } from './web-settings.js';
import { refuseCrossSiteRequests } from '../http/site.js';

/** What a Nest application is created over. Keys tell letters apart, so addresses do: the entity `Source` is not the page `source`. */
export const httpAdapter = (): ExpressAdapter => new WebAdapter(express().enable('case sensitive routing'));

class WebAdapter extends ExpressAdapter {
  /** Skips answers that `AnswerInterceptor` has sent, and connections that are closed. */
  override reply(response: Response, body: unknown, statusCode?: number): unknown {
    if (response.headersSent || response.destroyed) return undefined;
    return super.reply(response, body, statusCode) as unknown;
  }
}

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
  // Proxies whose X-Forwarded headers are trusted.
  app.set('trust proxy', [...settings.proxies]);
  app.set(SECURE_COOKIES, settings.secure);
  app.use(correlate);
  if (settings.log === 'info' || settings.log === 'debug')
    app.use(logRequests(app.get<Log>(LOG), { clients: settings.logClients === true }));
  app.use(securityHeaders({ https: settings.secure }));
  app.use('/assets', serveStatic(ASSETS, { index: false, immutable: true, maxAge: YEAR, redirect: false }));
  const throttle = new Throttle(settings.rates ?? NO_RATES);
  app.use(throttleAddresses(throttle));
  app.use(refuseCrossSiteRequests);
  // Before authentication, so that error pages can keep what was typed.
  app.use(bodyReader());
  app.use(recognise(app.get(Authentication)));
  app.use(throttlePeople(throttle));
  // After throttling, so that unauthenticated and excessive requests do not delay long work.
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

/** Puts the signed-in person on the request. */
function recognise(authentication: Authentication): RequestHandler {
  return (request, _response, next) => {
    // Health checks bypass authentication, so monitors get the same answer even when sessions cannot be verified.
    if (HEALTH_CHECKS.includes(request.path) && /^(GET|HEAD)$/.test(request.method)) return next();
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
        next(mustChooseFirst(request) ? builtInRefusal('PASSWORD_TO_BE_CHANGED') : undefined);
      },
      (error: unknown) => {
        if (!(error instanceof ReadModelsUnavailable)) return next(error);
        request.notRecognised = error;
        next();
      },
    );
  };
}

/** A password set by an admin only permits choosing another one, or signing out. */
function mustChooseFirst({ signedIn, path }: Request): boolean {
  if (signedIn?.passwordByAnother !== true) return false;
  return ![ACCOUNT, SIGN_IN, SIGN_OUT, WELCOME, APPEARANCE].some(
    (open) => path === open || path.startsWith(`${open}/`),
  );
}

const countAsShort: RequestHandler = (request, response, next) => {
  if (!request.signedIn) return next();
  markInteractive((end) => {
    response.once('close', end);
    next();
  });
};

/** Only reads are aborted when the client leaves; commands finish. */
const CALLED_OFF = new Set(['GET', 'HEAD']);

/** Queries learn for whom they run, and are aborted when the client leaves. */
const queryContext: RequestHandler = (request, response, next) => {
  const gone = new AbortController();
  setMaxListeners(0, gone.signal);
  if (CALLED_OFF.has(request.method))
    response.once('close', () => {
      if (!response.writableFinished) gone.abort();
    });
  withQueryContext({ asker: request.signedIn?.id ?? `address ${request.ip}`, signal: gone.signal }, next);
};
