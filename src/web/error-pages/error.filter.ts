// A page for people, a problem document for programs; unexpected errors are logged.
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
import { isInvalidEntryReason } from '#domain/create-reason.js';
import { ACCEPTS_BASIC } from '#identity/authentication.js';
import { SPECIFICATIONS, type PublishedVersion, type SpecificationVersions } from '#ports/specifications.js';
import { readRequestInput } from '../http/read-request-input.js';
import { readCookie, SESSION_COOKIE } from '../http/cookies.js';
import { toLocalAddress, redirect } from '../addresses/local-address.js';
import { explainCredentials } from './explain-credentials.js';
import { allowedMethods } from './allowed-methods.js';
import { DeclaredRoutes } from './declared-routes.js';
import { createBuiltInRefusal } from '../create-built-in-refusal.js';
import { toRequestFailure, type RequestFailure } from '../errors/request-failure.js';
import { translateFailure } from '../errors/translate-failure.js';
import { languageFor } from '../language.js';
import { resolveFormerAddress } from './former-address.js';
import { PageLayouts } from '../layout/page-layout.js';
import { LOG, logUnforeseen, type Log } from '../errors/server-log.js';
import { sendProblem } from '../errors/problem-json.js';
import { findVisibleApplication } from '../requests/record-request.js';
import { applicationHref } from '../addresses/page-addresses.js';
import { recoverUnsentForm } from './unsent-form.js';
import { RETRY_AFTER_SECONDS, setRetryAfterHeader } from '../errors/refusal-headers.js';
import { LoadingPageSentError } from '../rendering/loading.guard.js';
import { PageRendering } from '../rendering/page-rendering.js';
import { ResponseCookies } from '../http/response-cookies.js';
import { ACCOUNT_PATH, SIGN_IN_PATH } from '#views/addresses.js';
import { RECEIVE_PATH } from '../addresses/system-addresses.js';
import { displayRefusals } from '../errors/displayed-refusals.js';
import type { Translate } from '#views/messages/translate.js';
import type { MessageId } from '#views/messages/en/all.js';
import { translateFor } from '../language.js';

@Catch()
@Injectable()
export class ErrorFilter implements ExceptionFilter {
  @Inject(PageRendering) private readonly rendering!: PageRendering;
  @Inject(ResponseCookies) private readonly cookies!: ResponseCookies;
  @Inject(ACCEPTS_BASIC) private readonly acceptsBasic!: boolean;

  constructor(
    @Inject(LOG) private readonly log: Log,
    @Inject(SPECIFICATIONS) private readonly specifications: SpecificationVersions,
    private readonly frames: PageLayouts,
    private readonly routes: DeclaredRoutes,
  ) {}

  async catch(error: unknown, host: ArgumentsHost): Promise<void> {
    if (error instanceof LoadingPageSentError) return;
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    const moved = await this.movedTo(error, request, response);
    if (moved !== undefined) return redirect(response, 308, moved);
    const failure = replaceIfBehind(request, toRequestFailure(await this.methodOr(error, request, response)));
    if (failure.unforeseen) logUnforeseen(this.log, error, { failure, request });
    // The response is partly sent: only closing the connection signals that it is incomplete.
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

  /** An entity may have been renamed. */
  private async movedTo(error: unknown, request: Request, response: Response): Promise<string | undefined> {
    if (!(error instanceof NotFoundException) || response.headersSent) return undefined;
    return resolveFormerAddress(readRequestInput(request), this.specifications).catch(() => undefined);
  }

  /** 405 instead of 404 where the address supports other methods. */
  private async methodOr(error: unknown, request: Request, response: Response): Promise<unknown> {
    if (!(error instanceof NotFoundException) || response.headersSent) return error;
    try {
      const allowed = await allowedMethods(readRequestInput(request), this.routes, this.specifications);
      const served = request.method !== 'OPTIONS' && allowed.includes(request.method);
      if (allowed.length === 0 || served) return error;
      response.setHeader('Allow', allowed.join(', '));
      return createBuiltInRefusal('WRONG_METHOD', {
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
    setRetryAfterHeader(response, failure);
    if (forPrograms(request)) {
      const explained = explainCredentials(readRequestInput(request), failure, {
        acceptsBasic: this.acceptsBasic,
      });
      return sendProblem(response, translateForProgram(request, explained, key), key);
    }
    if (failure.reasons[0]?.code === 'NOT_SIGNED_IN' && request.method === 'GET')
      return this.cookies.seeOther(
        response,
        `${SIGN_IN_PATH}?next=${encodeURIComponent(toLocalAddress(request.originalUrl))}`,
        endedSession(request),
      );
    if (failure.reasons[0]?.code === 'PASSWORD_TO_BE_CHANGED' && request.method === 'GET')
      return redirect(response, 303, ACCOUNT_PATH);
    await this.page(request, response, {
      failure,
      application: await this.applicationOf(request, failure, key),
    });
  }

  /** Skip the lookup when the failure was a timed-out lookup; do not make the user wait twice. */
  private async applicationOf(request: Request, { reasons }: RequestFailure, key: string | undefined) {
    if (!key || !request.signedIn || reasons[0]?.code === 'NOT_READABLE') return undefined;
    return findVisibleApplication(readRequestInput(request), this.specifications, key).catch(() => undefined);
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
    const frame = await this.frames.of(readRequestInput(request), { title: heading, application });
    this.cookies.clearMessages(response);
    const isBehind = failure.reasons[0]?.code === 'NOT_YET';
    if (isBehind) response.setHeader('Refresh', RELOAD_SECONDS);
    const page = createElement(ErrorPage, {
      // The page is about being behind, so the banner would repeat it.
      frame: isBehind ? { ...frame, behind: undefined } : frame,
      status: failure.status,
      heading,
      refusals: displayRefusals(reasons, key),
      ...waysOn(failure, { application, request, again, t }),
      ...(isInLog(failure) && { correlation: request.correlationId }),
    });
    await this.rendering.sendPage(response, page, failure.status);
  }
}

/** Seconds until the page reloads, also without scripts. */
const RELOAD_SECONDS = '2';

/** Refusals of an application are already in the document's language. */
const translateForProgram = (
  request: Request,
  failure: RequestFailure,
  key: string | undefined,
): RequestFailure => (key === '-' ? translateFailure(languageFor(request), failure) : failure);

/** Right after saving, read models may lag: report “not yet” instead of 404. */
function replaceIfBehind(request: Request, failure: RequestFailure): RequestFailure {
  return failure.kind === 'not found' && request.behind === true
    ? toRequestFailure(createBuiltInRefusal('NOT_YET'))
    : failure;
}

function headingOf({ reasons: [first], status }: RequestFailure): MessageId {
  if (first && isInvalidEntryReason(first)) return first.fields.length > 0 ? 'error.invalid' : 'error.other';
  return OWN_HEADINGS[first?.code ?? ''] ?? HEADINGS[status] ?? 'error.other';
}

/** Logged with the correlation id where the provider’s answer is dealt with. */
const PROVIDER_FAILURES = new Set(['PROVIDER_UNAVAILABLE', 'PROVIDER_DENIED', 'PROVIDER_ANSWER_INVALID']);

const isInLog = ({ unforeseen, reasons: [first] }: RequestFailure): boolean =>
  unforeseen === true || PROVIDER_FAILURES.has(first?.code ?? '');

/** Headings more specific than the status. */
const OWN_HEADINGS: Readonly<Record<string, MessageId>> = {
  NOT_YET: 'error.notYet',
  LINK_SPENT: 'error.linkSpent',
  TAKES_TOO_LONG: 'error.takesTooLong',
  TOO_MANY_DOWNLOADS: 'error.tooManyDownloads',
  COMMAND_REUSED: 'error.sentBefore',
  PROVIDER_DENIED: 'error.providerSignIn',
  PROVIDER_ANSWER_INVALID: 'error.providerSignIn',
  PROVIDER_SIGN_IN_EXPIRED: 'error.providerSignIn',
  PERSON_NOT_INVITED: 'error.providerSignIn',
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

/** Below /api, signed messages, or clients that prefer JSON. */
function forPrograms(request: Request): boolean {
  if (request.path.startsWith('/api/') || request.path.startsWith(`${RECEIVE_PATH}/`)) return true;
  return request.accepts(['html', 'json', 'application/problem+json']) !== 'html';
}

interface LinkContext {
  readonly application: PublishedVersion | undefined;
  readonly request: Request;
  readonly t: Translate;
}

/** A sign-in link beside the unsent form, so that typed text is not lost. */
function waysOn(
  failure: RequestFailure,
  { again, ...context }: LinkContext & Pick<ErrorPageProps, 'again'>,
): Pick<ErrorPageProps, 'links' | 'signIn' | 'again'> {
  const links = linksFor(failure, context);
  if (failure.kind !== 'not signed in') return { links, ...(again && { again }) };
  if (again) return { links, again, signIn: SIGN_IN_PATH };
  return { links: [{ href: SIGN_IN_PATH, title: context.t('signIn.title') }, ...links] };
}

function linksFor({ kind }: RequestFailure, { application, request, t }: LinkContext) {
  return [
    ...(kind === 'unavailable' && request.method === 'GET'
      ? [{ href: toLocalAddress(request.originalUrl), title: t('page.reload') }]
      : []),
    ...(application
      ? [{ href: applicationHref(application.specification), title: application.specification.name }]
      : []),
    { href: '/', title: t('frame.home') },
  ];
}

/** Shown for any session cookie, so that a forged one reveals nothing. */
const endedSession = (request: Request): { readonly notice?: string } =>
  readCookie(request, SESSION_COOKIE) ? { notice: translateFor(request)('signIn.sessionOver') } : {};
