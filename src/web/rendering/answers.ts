// What a handler returns instead of writing to the response: a page, a redirection, or JSON. `AnswerInterceptor` sends it.
import type { Response } from 'express';
import { createElement, type ComponentType } from 'react';
import type { LayoutProps } from '#views/view-models/frame.js';
import type { CommandResult } from '#domain/command.js';
import { seeOther } from '../http/cookies.js';
import { redirect } from '../addresses/local-address.js';
import { jsonPieces, sendBody } from '../http/send-body.js';
import type { PageContent } from '../layout/page-layout.js';
import { sendPage } from './page-rendering.js';

/** The layout of the page that answers the request. */
export type LayOut = (content: PageContent) => Promise<LayoutProps>;

export abstract class Answer {
  abstract send(response: Response, layOut: LayOut): Promise<void> | void;
}

class PageAnswer<Props extends { readonly frame: LayoutProps }> extends Answer {
  constructor(
    private readonly component: ComponentType<Props>,
    private readonly props: Omit<Props, 'frame'>,
    private readonly content: PageContent,
    private readonly status?: number,
  ) {
    super();
  }

  async send(response: Response, layOut: LayOut): Promise<void> {
    const props = { ...this.props, frame: await layOut(this.content) } as unknown as Props;
    await sendPage(response, createElement(this.component, props), this.status);
  }
}

/** The page within its layout. Its props are computed before the layout. */
export const page = <Props extends { readonly frame: LayoutProps }>(
  component: ComponentType<Props>,
  props: Omit<Props, 'frame'>,
  content: PageContent,
  status?: number,
): Answer => new PageAnswer(component, props, content, status);

export class FunctionAnswer extends Answer {
  constructor(readonly send: (response: Response) => Promise<void> | void) {
    super();
  }
}

/** 303 after something was written; `notice` is shown once, on the page that follows. */
export const goTo = (
  href: string,
  after: { readonly notice?: string; readonly written?: CommandResult } = {},
): Answer => new FunctionAnswer((response) => seeOther(response, href, after));

/** 302, since another page answers. */
export const foundAt = (href: string): Answer =>
  new FunctionAnswer((response) => redirect(response, 302, href));

/** `headers`: set as well. Refused with ANSWER_TOO_LARGE where it is too large. */
export const json = (value: unknown, headers: Readonly<Record<string, string | number>> = {}): Answer =>
  new FunctionAnswer(async (response) => {
    for (const [name, text] of Object.entries(headers)) response.setHeader(name, text);
    await sendBody(response, { type: 'application/json; charset=utf-8', pieces: jsonPieces(value) });
  });
