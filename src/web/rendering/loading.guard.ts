// While the examples are being loaded, every page says so instead of showing lists that are not whole yet.
import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import { createElement } from 'react';
import { ACCOUNT, SIGN_IN } from '#views/addresses.js';
import { LoadingPage } from '#views/pages/loading.js';
import { EXAMPLES, type Examples } from '../layout/examples.js';
import { PageLayouts } from '../layout/page-layout.js';
import { HEALTH_CHECKS, WELCOME } from '../addresses/system-addresses.js';
import { sendPage } from './page-rendering.js';
import { translateFor } from '../language.js';

/** Seconds after which a page that waits is loaded again. */
export const AGAIN_SECONDS = 2;

/** What is whole at any time. */
const OPEN = [ACCOUNT, SIGN_IN, WELCOME, ...HEALTH_CHECKS, '/api'];

/** Thrown once the page is sent, so that neither other guards nor a handler run; the error filter sends nothing for it. */
export class LoadingPageSent extends Error {}

/** Before the guard that authorizes: a page of this kind says nothing of what the person may see. */
@Injectable()
export class LoadingGuard implements CanActivate {
  constructor(
    @Inject(EXAMPLES) private readonly examples: Examples,
    private readonly frames: PageLayouts,
  ) {}

  async canActivate(context: ExecutionContext): Promise<true> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const share = this.examples.loading();
    if (share === undefined || !isPageOfSomebody(request)) return true;
    await this.wait(request, http.getResponse<Response>(), share);
    throw new LoadingPageSent();
  }

  private async wait(request: Request, response: Response, share: number): Promise<void> {
    const framing = { title: translateFor(request)('page.loadingTitle') };
    // How much waits is not known before all of it is there.
    const { waiting: _, ...frame } = await this.frames.of(request, framing);
    response.setHeader('Refresh', AGAIN_SECONDS).setHeader('Retry-After', AGAIN_SECONDS);
    await sendPage(response, createElement(LoadingPage, { frame, percent: percentOf(share) }), 503);
  }
}

/** 100 stands for being there. */
export const percentOf = (share: number): number => Math.min(99, Math.floor(share * 100));

function isPageOfSomebody(request: Request): boolean {
  const { method, path, signedIn } = request;
  const isOpen = OPEN.some((open) => path === open || path.startsWith(`${open}/`));
  return (
    method === 'GET' && signedIn !== undefined && !isOpen && request.accepts(['html', 'json']) === 'html'
  );
}
