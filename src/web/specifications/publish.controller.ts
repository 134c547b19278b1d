// GET and POST /-/publish: an admin publishes a specification, the first of an application or its next version.
import { failureForRequest } from '../errors/translate-failure.js';
import { Controller, Get, Inject, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { createElement } from 'react';
import { v7 as uuid } from 'uuid';
import { PublishPage } from '#views/pages/publish.js';
import { DOCUMENT_CHECKS, type DocumentChecks } from '#ports/document-checks.js';
import { SPECIFICATIONS, type SpecificationVersions } from '#ports/specifications.js';
import { checkUpgradeConditions } from '#command-handling/specifications/unmet-conditions.js';
import { CommandDependencies } from '#command-handling/pipeline/command-dependencies.js';
import { SpecificationRefused } from '#domain/specification/specification-refused.js';
import type { PublishPage as PublishPageProps } from '#views/view-models/specification.js';
import { Answers } from '../rendering/answer-kind.js';
import { ForAdmins } from '../authorization/authorization.js';
import { presentChanges } from './specification-changes.js';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { seeOther } from '../http/cookies.js';
import { toRequestFailure, type RequestFailure } from '../errors/request-failure.js';
import { readForm, textInput } from '../http/request-body.js';
import { PageLayouts } from '../layout/page-layout.js';
import { specificationHref } from '../addresses/page-addresses.js';
import { sendPage } from '../rendering/page-rendering.js';
import { PUBLISH } from '../addresses/system-addresses.js';
import { Commands, createCommandContext } from '../authorization/commands.js';
import type { Translate } from '#views/messages/translate.js';
import { translateFor } from '../language.js';

interface PublishForm {
  readonly text: string;
  readonly commandId: string;
  readonly failure?: RequestFailure;
  readonly would?: PublishPageProps['would'];
}

/** Of the button that checks, and publishes nothing. */
const COMPARE = 'compare';

@Answers('page')
@ForAdmins('to.publish')
@Controller(PUBLISH)
export class PublishController {
  constructor(
    private readonly commands: Commands,
    private readonly frames: PageLayouts,
    @Inject(SPECIFICATIONS) private readonly specifications: SpecificationVersions,
    @Inject(DOCUMENT_CHECKS) private readonly checks: DocumentChecks,
    private readonly ports: CommandDependencies,
  ) {}

  /** `?application=<key>`: begins with the text that is published now. */
  @Get()
  async ask(@Req() request: Request, @Res() response: Response): Promise<void> {
    const key = request.query['application'];
    const published = typeof key === 'string' ? await this.specifications.current(key) : undefined;
    await this.page(request, response, { text: published?.specification.text ?? '', commandId: uuid() });
  }

  @Post()
  async publish(@Req() request: Request, @Res() response: Response): Promise<void> {
    const form = readForm(request);
    const text = textInput(form, 'text');
    const context = createCommandContext(request, form['commandId']);
    if (form['intent'] === COMPARE) {
      const { commandId } = context;
      await this.page(request, response, {
        text,
        commandId,
        ...(await this.asIfPublished(text, translateFor(request))),
      });
      return;
    }
    try {
      const written = await this.commands.send(new PublishSpecification({ text, context }));
      const { key } = await this.checks.check(text);
      const href = key === undefined ? '/' : specificationHref(key);
      seeOther(response, href, { notice: translateFor(request)('publish.published'), written });
    } catch (error) {
      const failure = failureForRequest(request, error);
      if (failure.unforeseen || failure.kind === 'not permitted') throw error;
      // What may have been saved after all is sent again as the same command; what was refused becomes another one.
      const commandId = failure.kind === 'unavailable' ? context.commandId : uuid();
      await this.page(request, response, { text, commandId, failure });
    }
  }

  /** What keeps it from being published, or what that would change. */
  private async asIfPublished(text: string, t: Translate): Promise<Pick<PublishForm, 'failure' | 'would'>> {
    const { problems, key = '', name = key } = await this.checks.check(text);
    if (problems.length > 0) return { failure: toRequestFailure(new SpecificationRefused(problems)) };
    const running = await this.specifications.current(key);
    if (!running) return { would: { title: t('publish.firstVersion', { name }) } };
    const { specification, version } = running;
    const unmet = await checkUpgradeConditions(this.ports, this.checks, key, text);
    if (unmet.problems.length > 0)
      return { failure: toRequestFailure(new SpecificationRefused(unmet.problems)) };
    const changes = presentChanges(await this.checks.compare(specification.text, text));
    return { would: { title: t('publish.changes', { version, name: specification.name }), changes } };
  }

  private async page(
    request: Request,
    response: Response,
    { text, commandId, failure, would }: PublishForm,
  ): Promise<void> {
    const page = createElement(PublishPage, {
      frame: await this.frames.of(request, { title: translateFor(request)('publish.title') }),
      action: PUBLISH,
      commandId,
      text,
      problems: failure ? problemsOf(failure) : [],
      ...(would && { would }),
    });
    await sendPage(response, page, failure?.status);
  }
}

/** Refusals that point at no line of the document stand at its beginning. */
function problemsOf({ problems, reasons }: RequestFailure): RequestFailure['problems'] {
  if (problems.length > 0) return problems;
  return reasons.map(({ message, remedy }) => ({ line: 1, column: 1, message, remedy }));
}
