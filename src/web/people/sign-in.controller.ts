// GET and POST /-/sign-in, /-/sign-in/demo, /-/sign-out.
import { failureForRequest } from '../errors/translate-failure.js';
import { Controller, Get, Inject, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { createElement } from 'react';
import { SignInPage } from '#views/pages/sign-in.js';
import { foldText } from '#specification/values/fold-text.js';
import { SPECIFICATIONS, type SpecificationVersions } from '#ports/specifications.js';
import { SignIn, type StartedSession } from '#identity/sign-in.js';
import { SignOut, type SignedOut } from '#identity/sign-out.js';
import type { SignedIn } from '#identity/signed-in.js';
import { SESSION_LIFETIME_MS } from '#identity/sessions.js';
import { Answers } from '../rendering/answer-kind.js';
import { Public } from '../authorization/authorization.js';
import { NOTICE, seeOther, SESSION, readCookie, setCookie } from '../http/cookies.js';
import type { RequestFailure } from '../errors/request-failure.js';
import { readForm, textInput } from '../http/request-body.js';
import { PageLayouts } from '../layout/page-layout.js';
import { clientOrigin } from '../http/client-origin.js';
import { retryAfter } from '../errors/refusal-headers.js';
import { sendPage } from '../rendering/page-rendering.js';
import { AGAIN_SECONDS, percentOf } from '../rendering/loading.guard.js';
import { EXAMPLES, type Examples } from '../layout/examples.js';
import { startAfterSignIn, HOME_PATH } from '../addresses/start-page.js';
import { SIGN_IN } from '#views/addresses.js';
import { readQuery } from '../addresses/page-addresses.js';
import { localAddress } from '../addresses/local-address.js';
import { describeRoles } from '../layout/describe-roles.js';
import { presentIntroduction } from './introduction.js';
import type { MessageId } from '#views/messages/en/all.js';
import { translateFor } from '../language.js';

/** People of the examples: more are searched. */
const MOST_SHOWN = 50;
const LONGEST_SEARCH = 200;

interface SignInForm {
  readonly name: string;
  readonly next: string;
  readonly failure?: RequestFailure;
  /** What is searched for among the people of the examples. */
  readonly find?: string;
}

@Public()
@Answers('page')
@Controller()
export class SignInController {
  constructor(
    private readonly signIn: SignIn,
    private readonly sessions: SignOut,
    private readonly frames: PageLayouts,
    @Inject(SPECIFICATIONS) private readonly specifications: SpecificationVersions,
    @Inject(EXAMPLES) private readonly examples: Examples,
  ) {}

  @Get(SIGN_IN)
  async ask(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.page(request, response, {
      name: '',
      next: localAddress(request.query['next']),
      find: readQuery(request).get('find')?.trim().slice(0, LONGEST_SEARCH) ?? '',
    });
  }

  @Post(SIGN_IN)
  async withPassword(@Req() request: Request, @Res() response: Response): Promise<void> {
    const form = readForm(request);
    const [name, next] = [textInput(form, 'name'), localAddress(form['next'])];
    try {
      const credentials = { name, password: form['password'] ?? '', ...clientOrigin(request) };
      const begun = await this.signIn.withPassword(credentials, request.correlationId);
      await this.welcome(request, response, { begun, next });
    } catch (error) {
      const failure = failureForRequest(request, error);
      if (failure.unforeseen) throw error;
      await this.page(request, response, { name, next, failure });
    }
  }

  @Post(`${SIGN_IN}/demo`)
  async asDemo(@Req() request: Request, @Res() response: Response): Promise<void> {
    const form = readForm(request);
    const begun = await this.signIn.asDemo(
      form['person'] ?? '',
      clientOrigin(request),
      request.correlationId,
    );
    await this.welcome(request, response, { begun, next: localAddress(form['next']) });
  }

  @Post('/-/sign-out')
  async signOut(@Req() request: Request, @Res() response: Response): Promise<void> {
    const ended = await this.endSession(request);
    setCookie(response, SESSION, '', { maxAge: 0 });
    seeOther(response, SIGN_IN, { notice: translateFor(request)(NOTICES[ended]) });
  }

  private async welcome(
    request: Request,
    response: Response,
    { begun, next }: { begun: StartedSession; next: string },
  ): Promise<void> {
    // A session that was open in this browser ends with the sign-in: two people never share one.
    await this.endSession(request);
    setCookie(response, SESSION, begun.cookie, { maxAge: SESSION_LIFETIME_MS });
    // It tells what the person before has done.
    setCookie(response, NOTICE, '', { maxAge: 0 });
    const to = next === HOME_PATH ? startAfterSignIn(await this.specifications.all(), begun.person) : next;
    seeOther(response, to, { written: begun.written });
  }

  private async endSession(request: Request): Promise<SignedOut> {
    const cookie = readCookie(request, SESSION);
    return cookie === undefined ? 'over' : this.sessions.end(cookie, request.correlationId);
  }

  private async page(
    request: Request,
    response: Response,
    { name, next, failure, find = '' }: SignInForm,
  ): Promise<void> {
    const t = translateFor(request);
    const published = await this.specifications.all();
    const all = await this.signIn.demoPeople();
    const words = foldText(find).split(/\s+/);
    const demo = all.filter(({ name: called }) => words.every((word) => foldText(called).includes(word)));
    const introduction = presentIntroduction(this.examples.tour, all, published, t);
    const loading = this.examples.loading();
    // Until there is somebody to sign in as, nothing can be typed that would be lost.
    if (loading !== undefined && all.length === 0) response.setHeader('Refresh', AGAIN_SECONDS);
    if (failure) retryAfter(response, failure);
    const page = createElement(SignInPage, {
      frame: await this.frames.of(request, { title: t('signIn.title') }),
      name,
      next,
      ...(loading !== undefined && { loading: percentOf(loading) }),
      ...(introduction && { introduction }),
      errors:
        failure?.reasons.map(({ message, remedy }) => [message, remedy].filter(Boolean).join(' ')) ?? [],
      ...(all.length > MOST_SHOWN && { demoSearch: { find, count: demo.length } }),
      demo: demo.slice(0, MOST_SHOWN).map((person: SignedIn) => ({
        id: person.id,
        name: person.name,
        roles: describeRoles(person, published, t),
      })),
    });
    await sendPage(response, page, failure?.status);
  }
}

/** A notice must not promise more than was persisted. */
const NOTICES: Readonly<Record<SignedOut, MessageId>> = {
  over: 'signIn.signedOut',
  soon: 'signIn.signedOutSoon',
  here: 'signIn.signedOutHere',
};
