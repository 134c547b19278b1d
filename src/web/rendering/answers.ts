// What handlers return instead of writing to the response; `AnswerInterceptor` sends it.
import type { Response } from 'express';
import { createElement, type ComponentType } from 'react';
import type { LayoutProps } from '#views/view-models/frame.js';
import type { CommandResult } from '#domain/command.js';
import type { SetCookie } from '../http/response-cookies.js';
import { basePathOf } from '../addresses/base-path.js';
import { redirect, redirectToProvider, setLocation } from '../addresses/local-address.js';
import { readRequestInput } from '../http/read-request-input.js';
import { jsonPieces, sendBody, type ResponseBody } from '../http/send-body.js';
import { sendProblem } from '../errors/problem-json.js';
import type { RequestFailure } from '../errors/request-failure.js';
import { layoutOf, type PageContent } from '../layout/page-layout.js';
import type { AnswerTools } from './answer-tools.js';

export abstract class Answer {
  /** `tools` undefined: a process without pages. */
  abstract send(response: Response, tools?: AnswerTools): Promise<void> | void;
}

type Headers = Readonly<Record<string, string | number>>;

interface Reply {
  readonly status?: number;
  readonly headers?: Headers;
  /** Address of a new resource. */
  readonly location?: string;
  readonly written?: CommandResult;
  readonly cookies?: readonly SetCookie[];
}

function applyReply(
  response: Response,
  { status, headers = {}, location, written, cookies = [] }: Reply,
  tools: AnswerTools | undefined,
): void {
  if (location !== undefined) setLocation(response, location);
  if (written) requireTools(tools).cookies.rememberWritten(response, written);
  if (status !== undefined) response.statusCode = status;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  for (const cookie of cookies) requireTools(tools).cookies.set(response, cookie);
}

function requireTools(tools: AnswerTools | undefined): AnswerTools {
  if (!tools) throw new Error('This process serves no pages.');
  return tools;
}

class PageAnswer<Props extends { readonly frame: LayoutProps }> extends Answer {
  constructor(
    private readonly component: ComponentType<Props>,
    private readonly props: Omit<Props, 'frame'>,
    private readonly content: PageContent,
    private readonly reply: Reply,
  ) {
    super();
  }

  async send(response: Response, tools?: AnswerTools): Promise<void> {
    const { layouts, rendering, cookies } = requireTools(tools);
    const { status, cookies: set = [], ...reply } = this.reply;
    applyReply(response, reply, tools);
    const frame = await layoutOf(layouts, readRequestInput(response.req), this.content);
    cookies.clearMessages(response);
    for (const cookie of set) cookies.set(response, cookie);
    const props = { ...this.props, frame } as unknown as Props;
    await rendering.sendPage(response, createElement(this.component, props), status);
  }
}

/** Props are computed before the layout. */
export const page = <Props extends { readonly frame: LayoutProps }>(
  component: ComponentType<Props>,
  props: Omit<Props, 'frame'>,
  content: PageContent,
  reply: Reply = {},
): Answer => new PageAnswer(component, props, content, reply);

class FunctionAnswer extends Answer {
  constructor(readonly send: Answer['send']) {
    super();
  }
}

interface Redirection {
  readonly notice?: string;
  readonly refusal?: string;
  readonly written?: CommandResult;
  readonly cookies?: readonly SetCookie[];
}

/** 303 after a command; `notice` and `refusal` are shown once. */
export const goTo = (href: string, { cookies = [], ...after }: Redirection = {}): Answer =>
  new FunctionAnswer((response, tools) => {
    applyReply(response, { cookies }, tools);
    requireTools(tools).cookies.seeOther(response, href, after);
  });

/** 303 to an address that a provider's metadata states. */
export const goToProvider = (url: string, cookies: readonly SetCookie[]): Answer =>
  new FunctionAnswer((response, tools) => {
    applyReply(response, { cookies }, tools);
    redirectToProvider(response, url);
  });

/** 302: another page answers. */
export const redirectToPage = (href: string): Answer =>
  new FunctionAnswer((response) => redirect(response, 302, href));

/** Throws `Refused` ANSWER_TOO_LARGE. */
export const json = (value: unknown, reply: Reply = {}): Answer =>
  new FunctionAnswer(async (response, tools) => {
    applyReply(response, reply, tools);
    const pieces = jsonPieces(value, basePathOf(response));
    await sendBody(response, { type: 'application/json; charset=utf-8', pieces });
  });

/** Throws `Refused` ANSWER_TOO_LARGE. */
export const textBody = (body: ResponseBody, reply: Reply = {}): Answer =>
  new FunctionAnswer(async (response, tools) => {
    applyReply(response, reply, tools);
    await sendBody(response, body);
  });

/** Writes the response itself: a file, an export, or a connection that stays open. */
export const streamed = (send: (response: Response) => Promise<void> | void): Answer =>
  new FunctionAnswer(send);

/** `application` and `members`: see `sendProblem`. */
export const problem = (failure: RequestFailure, application?: string, members?: object): Answer =>
  new FunctionAnswer((response) => sendProblem(response, failure, application, members));
