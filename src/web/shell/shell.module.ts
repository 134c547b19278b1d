// Middleware before any guard, in order.
import { Inject, Module, type MiddlewareConsumer, type NestModule } from '@nestjs/common';
import { static as serveStatic } from 'express';
import { PROJECTION_PROGRESS } from '#query-handling/query-dependencies.js';
import type { ProjectionProgress } from '#query-handling/projection-progress.js';
import { LOG, logRequests, type Log } from '../errors/server-log.js';
import { createOwnWritesMiddleware } from '../http/cookies.js';
import { createBodyReader } from '../http/request-body.js';
import { refuseCrossSiteRequests } from '../http/site.js';
import { ASSETS_FOLDER } from '../layout/built-assets.js';
import { AuthenticationMiddleware } from './authentication.middleware.js';
import { observeRequest } from './observe-requests.middleware.js';
import { correlate, markPeopleInteractive, bindQueriesToRequest } from './request-middleware.js';
import { securityHeaders } from './security-headers.js';
import { ConfigurableModuleClass, WEB_SETTINGS } from './shell.module-definition.js';
import { throttleAddresses, throttlePeople, Throttle } from './throttle.js';
import type { WebSettings } from './web-settings.js';

const NO_RATES = { person: 0, address: 0 };
const YEAR = 365 * 24 * 3_600_000;

@Module({})
export class ShellModule extends ConfigurableModuleClass implements NestModule {
  constructor(
    @Inject(WEB_SETTINGS) private readonly settings: WebSettings,
    @Inject(LOG) private readonly log: Log,
    @Inject(PROJECTION_PROGRESS) private readonly readModels: ProjectionProgress,
  ) {
    super();
  }

  /** `/` matches every address: no pattern that a malformed address could fail. */
  configure(consumer: MiddlewareConsumer): void {
    const { secure, log: level, logClients: clients, rates = NO_RATES } = this.settings;
    const throttle = new Throttle(rates);
    const isLogged = level === 'info' || level === 'debug';
    const assets = serveStatic(ASSETS_FOLDER, {
      index: false,
      immutable: true,
      maxAge: YEAR,
      redirect: false,
    });
    consumer
      .apply(
        correlate,
        observeRequest,
        ...(isLogged ? [logRequests(this.log, { clients })] : []),
        securityHeaders({ https: secure }),
      )
      .forRoutes('/')
      .apply(assets)
      .forRoutes('/assets')
      .apply(
        throttleAddresses(throttle),
        refuseCrossSiteRequests,
        // Before authentication, so that error pages can keep what was typed.
        createBodyReader(),
        AuthenticationMiddleware,
        throttlePeople(throttle),
        // After throttling, so that unauthenticated and excessive requests do not delay long work.
        markPeopleInteractive,
        bindQueriesToRequest,
        createOwnWritesMiddleware(this.readModels),
      )
      .forRoutes('/');
  }
}
