// Shows a loading page instead of incomplete lists while the examples load.
import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import { createElement } from 'react';
import { ACCOUNT_PATH, SIGN_IN_PATH } from '#views/addresses.js';
import { LoadingExamplesPage } from '#views/pages/loading-examples.js';
import { EXAMPLE_DATA_STATE, type ExampleDataState } from '../layout/example-data-state.js';
import { PageLayouts } from '../layout/page-layout.js';
import { HEALTH_CHECK_PATHS, WELCOME_PATH } from '../addresses/system-addresses.js';
import { readRequestInput } from '../http/read-request-input.js';
import { ResponseCookies } from '../http/response-cookies.js';
import { PageRendering } from './page-rendering.js';
import { translateFor } from '../language.js';

/** Seconds until the page reloads. */
export const RELOAD_AFTER_SECONDS = 2;

/** Addresses that need no complete data. */
const OPEN = [ACCOUNT_PATH, SIGN_IN_PATH, WELCOME_PATH, ...HEALTH_CHECK_PATHS, '/api'];

/** Thrown after sending, so that no other guard or handler runs. */
export class LoadingPageSentError extends Error {}

/** Runs before authorization: the loading page reveals nothing. */
@Injectable()
export class LoadingGuard implements CanActivate {
  constructor(
    @Inject(EXAMPLE_DATA_STATE) private readonly examples: ExampleDataState,
    private readonly frames: PageLayouts,
    private readonly rendering: PageRendering,
    private readonly cookies: ResponseCookies,
  ) {}

  async canActivate(context: ExecutionContext): Promise<true> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const share = this.examples.loading();
    if (share === undefined || !needsCompleteData(request)) return true;
    await this.wait(request, http.getResponse<Response>(), share);
    throw new LoadingPageSentError();
  }

  private async wait(request: Request, response: Response, share: number): Promise<void> {
    const framing = { title: translateFor(request)('page.loadingTitle') };
    // Counts are unknown until everything is loaded.
    const { waiting: _, ...frame } = await this.frames.of(readRequestInput(request), framing);
    this.cookies.clearMessages(response);
    response.setHeader('Refresh', RELOAD_AFTER_SECONDS).setHeader('Retry-After', RELOAD_AFTER_SECONDS);
    await this.rendering.sendPage(
      response,
      createElement(LoadingExamplesPage, { frame, percent: percentOf(share) }),
      503,
    );
  }
}

/** 100 means loaded. */
export const percentOf = (share: number): number => Math.min(99, Math.floor(share * 100));

function needsCompleteData(request: Request): boolean {
  const { method, path, signedIn } = request;
  const isOpen = OPEN.some((open) => path === open || path.startsWith(`${open}/`));
  return (
    method === 'GET' && signedIn !== undefined && !isOpen && request.accepts(['html', 'json']) === 'html'
  );
}
