// Answers every error: a page for people, a problem document for programs; unexpected ones are logged.
import {
  Catch,
  Inject,
  Injectable,
  NotFoundException,
  type ArgumentsHost,
  type ExceptionFilter,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { createElement } from 'react';
import { ErrorPage } from '#views/pages/error.js';
import type { ErrorPage as ErrorPageProps } from '#views/view-models/system.js';
import { isEntryReason } from '#domain/refusal-reason.js';
import { SPECIFICATIONS, type PublishedVersion, type SpecificationVersions } from '#ports/specifications.js';
import { readCookie, seeOther, SESSION } from '../http/cookies.js';
import { localAddress, redirect } from '../addresses/local-address.js';
import { allowedMethods } from './allowed-methods.js';
import { DeclaredRoutes } from './declared-routes.js';
import { builtInRefusal } from '../built-in-refusal.js';
import { toRequestFailure, type RequestFailure } from '../errors/request-failure.js';
import { translateFailure } from '../errors/translate-failure.js';
import { languageFor } from '../language.js';
import { redirectFormerAddress } from './former-address.js';
import { PageLayouts } from '../layout/page-layout.js';
import { LOG, logUnforeseen, type Log } from '../errors/server-log.js';
import { sendProblem } from '../errors/problem-json.js';
import { visibleApplication } from '../requests/record-request.js';
import { applicationHref } from '../addresses/page-addresses.js';
import { recoverUnsentForm } from './unsent-form.js';
import { RETRY_AFTER_SECONDS, retryAfter } from '../errors/refusal-headers.js';
import { LoadingPageSent } from '../rendering/loading.guard.js';
import { sendPage } from '../rendering/page-rendering.js';
import { ACCOUNT, SIGN_IN } from '#views/addresses.js';
import { RECEIVE } from '../addresses/system-addresses.js';
import { displayRefusals } from '../errors/displayed-refusals.js';
import type { Translate } from '#views/messages/translate.js';
import type { MessageId } from '#views/messages/en/all.js';
import { translateFor } from '../language.js';

@Catch()
@Injectable()
export class ErrorFilter implements ExceptionFilter {
  constructor(
    @Inject(LOG) private readonly log: Log,
    @Inject(SPECIFICATIONS) private readonly specifications: SpecificationVersions,
    private readonly frames: PageLayouts,
    private readonly routes: DeclaredRoutes,
  ) {}

  async catch(error: unknown, host: ArgumentsHost): Promise<void> {
    if (error instanceof LoadingPageSent) return;
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    const moved = await this.movedTo(error, request, response);
    if (moved !== undefined) return redirect(response, 308, moved);
    const failure = seenBy(request, toRequestFailure(await this.methodOr(error, request, response)));
    if (failure.unforeseen) logUnforeseen(this.log, error, { failure, request });
    // Half an answer is out already: only the connection can still tell that it is not whole.
    if (response.headersSent) return void response.destroy();
    if (failure.kind === 'not supported' && request.method === 'OPTIONS')
      return void response.status(204).end();
    try {
      await this.answer(request, response, failure);
    } catch (second) {
      this.log.error({ err: second, id: request.correlationId, path: request.path });
      if (!response.headersSent) sendProblem(response, failure);
    }
  }

  /** Nothing has this address any more: an entity may have been called so. */
  private async movedTo(error: unknown, request: Request, response: Response): Promise<string | undefined> {
    if (!(error instanceof NotFoundException) || response.headersSent) return undefined;
    return redirectFormerAddress(request, this.specifications).catch(() => undefined);
  }

  /** Nothing took the request. Where its address is known by other methods, that is what to say. */
  private async methodOr(error: unknown, request: Request, response: Response): Promise<unknown> {
    if (!(error instanceof NotFoundException) || response.headersSent) return error;
    try {
      const allowed = await allowedMethods(request, this.routes, this.specifications);
      const served = request.method !== 'OPTIONS' && allowed.includes(request.method);
      if (allowed.length === 0 || served) return error;
      response.setHeader('Allow', allowed.join(', '));
      return builtInRefusal('WRONG_METHOD', {
        method: request.method.slice(0, 20),
        allowed: allowed.join(', '),
      });
    } catch (other) {
      return other;
    }
  }

  private async answer(request: Request, response: Response, failure: RequestFailure): Promise<void> {
    const key = request.path.split('/')[request.path.startsWith('/api/') ? 2 : 1];
    if (failure.kind === 'unavailable') response.setHeader('Retry-After', RETRY_AFTER_SECONDS);
    retryAfter(response, failure);
    if (forPrograms(request)) return sendProblem(response, toldToProgram(request, failure, key), key);
    if (failure.reasons[0]?.code === 'NOT_SIGNED_IN' && request.method === 'GET')
      return seeOther(
        response,
        `${SIGN_IN}?next=${encodeURIComponent(localAddress(request.originalUrl))}`,
        endedSession(request),
      );
    if (failure.reasons[0]?.code === 'PASSWORD_TO_BE_CHANGED' && request.method === 'GET')
      return redirect(response, 303, ACCOUNT);
    await this.page(request, response, {
      failure,
      application: await this.applicationOf(request, failure, key),
    });
  }

  /** Skip the look-up when the failure was a timed-out look-up; do not make the user wait twice. */
  private async applicationOf(request: Request, { reasons }: RequestFailure, key: string | undefined) {
    if (!key || !request.signedIn || reasons[0]?.code === 'NOT_READABLE') return undefined;
    return visibleApplication(request, this.specifications, key).catch(() => undefined);
  }

  private async page(
    request: Request,
    response: Response,
    { failure, application }: { failure: RequestFailure; application: PublishedVersion | undefined },
  ): Promise<void> {
    const t = translateFor(request, application?.specification);
    const { reasons } = translateFailure(t.language, failure);
    const heading = t(headingOf(failure));
    const again = await recoverUnsentForm(request, failure);
    const key = application?.specification.key;
    const frame = await this.frames.of(request, { title: heading, application });
    const isBehind = failure.reasons[0]?.code === 'NOT_YET';
    if (isBehind) response.setHeader('Refresh', RELOAD_SECONDS);
    const page = createElement(ErrorPage, {
      // A page that is about nothing but being behind need not say so above as well.
      frame: isBehind ? { ...frame, behind: undefined } : frame,
      status: failure.status,
      heading,
      refusals: displayRefusals(reasons, key),
      ...waysOn(failure, { application, request, again, t }),
      ...(failure.unforeseen && { correlation: request.correlationId }),
    });
    await sendPage(response, page, failure.status);
  }
}

/** What was saved is on the page as soon as it can be, also in browsers without scripts. */
const RELOAD_SECONDS = '2';

/** Refusals by an application are in the language of its document already. */
const toldToProgram = (request: Request, failure: RequestFailure, key: string | undefined): RequestFailure =>
  key === '-' ? translateFailure(languageFor(request), failure) : failure;

/** What was saved a moment ago must not look lost: the page knows it is behind. */
function seenBy(request: Request, failure: RequestFailure): RequestFailure {
  return failure.kind === 'not found' && request.behind === true
    ? toRequestFailure(builtInRefusal('NOT_YET'))
    : failure;
}

function headingOf({ reasons: [first], status }: RequestFailure): MessageId {
  if (first && isEntryReason(first)) return first.fields.length > 0 ? 'error.invalid' : 'error.other';
  return OWN_HEADINGS[first?.code ?? ''] ?? HEADINGS[status] ?? 'error.other';
}

/** Where the status alone would say something else than what happened. */
const OWN_HEADINGS: Readonly<Record<string, MessageId>> = {
  NOT_YET: 'error.notYet',
  LINK_SPENT: 'error.linkSpent',
  TAKES_TOO_LONG: 'error.takesTooLong',
  TOO_MANY_DOWNLOADS: 'error.tooManyDownloads',
  COMMAND_REUSED: 'error.sentBefore',
};

const HEADINGS: Readonly<Record<number, MessageId>> = {
  400: 'error.badRequest',
  401: 'error.signIn',
  403: 'error.notPermitted',
  404: 'error.notFound',
  405: 'error.wrongMethod',
  409: 'error.conflict',
  410: 'error.erased',
  413: 'error.tooLarge',
  422: 'error.invalid',
  429: 'error.tooOften',
  500: 'error.fault',
  503: 'error.unavailable',
};

/** Whether a program asks: below /api, with a signed message, or preferring JSON. */
function forPrograms(request: Request): boolean {
  if (request.path.startsWith('/api/') || request.path.startsWith(`${RECEIVE}/`)) return true;
  return request.accepts(['html', 'json', 'application/problem+json']) !== 'html';
}

interface Asked {
  readonly application: PublishedVersion | undefined;
  readonly request: Request;
  readonly t: Translate;
}

/** Who typed something and is
 not signed in signs in beside it, so that it stays. */
function waysOn(
  failure: RequestFailure,
  { again, ...asked }: Asked & Pick<ErrorPageProps, 'again'>,
): Pick<ErrorPageProps, 'links' | 'signIn' | 'again'> {
  const links = linksFor(failure, asked);
  if (failure.kind !== 'not signed in') return { links, ...(again && { again }) };
  if (again) return { links, again, signIn: SIGN_IN };
  return { links: [{ href: SIGN_IN, title: asked.t('signIn.title') }, ...links] };
}

function linksFor({ kind }: RequestFailure, { application, request, t }: Asked) {
  return [
    ...(kind === 'unavailable' && request.method === 'GET'
      ? [{ href: localAddress(request.originalUrl), title: t('page.reload') }]
      : []),
    ...(application
      ? [{ href: applicationHref(application.specification), title: application.specification.name }]
      : []),
    { href: '/', title: t('frame.home') },
  ];
}

/** Shown for any session cookie, so that a forged one learns nothing. */
const endedSession = (request: Request): { readonly notice?: string } =>
  readCookie(request, SESSION) ? { notice: translateFor(request)('signIn.sessionOver') } : {};
