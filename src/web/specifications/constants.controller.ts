// /<key>/specification/constants and /api/<key>/constants: the constants of an application, and what is changed of them.
import { failureForRequest } from '../errors/translate-failure.js';
import { createPhrase } from '#specification/refusal-words/message-parameters.js';
import { Controller, Get, Inject, Param, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { createElement } from 'react';
import { v7 as uuid } from 'uuid';
import { removeLineBreaks } from '#specification/field-types/text.js';
import { ConstantsPage } from '#views/pages/constants.js';
import type { PublishedVersion } from '#ports/specifications.js';
import { toActor } from '#domain/permissions.js';
import { ChangeConstants } from '#domain/specification/specification-commands.js';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '#query-handling/query-dependencies.js';
import { Answers } from '../rendering/answer-kind.js';
import { rememberWritten, seeOther } from '../http/cookies.js';
import { sendJson } from '../json/record-answers.js';
import { readJson } from '../json/record-bodies.js';
import { constantsBody, constantsJson } from './constants-json.js';
import { commandIdIn, entityTag, versionIn } from '../json/version-headers.js';
import { POSITION, waitForPosition } from '../json/position-header.js';
import { builtInRefusal } from '../built-in-refusal.js';
import { visibleApplication } from '../requests/record-request.js';
import { readForm, textInput } from '../http/request-body.js';
import { PageLayouts, layoutWithWarnings } from '../layout/page-layout.js';
import { changeableBy, presentConstants, type TypedConstants } from './constants-page.js';
import { sendPage } from '../rendering/page-rendering.js';
import { constantsHref } from '../addresses/page-addresses.js';
import { Commands, createCommandContext, requireViewer } from '../authorization/commands.js';
import { translateFor } from '../language.js';

@Answers('page')
@Controller()
export class ConstantsController {
  constructor(
    @Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies,
    private readonly commands: Commands,
    private readonly frames: PageLayouts,
  ) {}

  // First: an application may be called `specification`.
  @Get('/api/:application/constants')
  async list(@Param('application') key: string, @Req() request: Request, @Res() response: Response) {
    await waitForPosition(request, this.sources.readModels);
    const published = await this.published(key, request);
    const viewer = requireViewer(request);
    const document = await this.sources.specifications.document(key);
    response.setHeader('ETag', entityTag(published.changes ?? 0));
    const actor = toActor(published.specification, viewer);
    await sendJson(
      response,
      constantsJson(published, { actor, now: this.sources.now(), changes: document?.constants ?? [] }),
    );
  }

  @Post('/api/:application/constants')
  async changeByApi(@Param('application') key: string, @Req() request: Request, @Res() response: Response) {
    await this.published(key, request);
    const { values, from, reason = '' } = readJson(request.body, constantsBody);
    const asked = values.map(({ constant, key: of = null, value }) => ({ constant, key: of, text: value }));
    const seen = request.headers['if-match'] === undefined ? undefined : versionIn(request);
    const context = createCommandContext(request, commandIdIn(request));
    const said = { from, reason, ...(seen !== undefined && { knownChanges: seen }) };
    const written = await this.commands.send(
      new ChangeConstants({ application: key, values: asked, ...said, context }),
    );
    rememberWritten(response, written);
    response.setHeader(POSITION, written.position);
    await sendJson(response, { already: written.already });
  }

  @Get('/:application/specification/constants')
  async page(@Param('application') key: string, @Req() request: Request, @Res() response: Response) {
    await this.show(await this.published(key, request), request, response);
  }

  /** Inputs left as they were shown are not sent as changes: another day may have another value already. */
  @Post('/:application/specification/constants')
  async change(@Param('application') key: string, @Req() request: Request, @Res() response: Response) {
    const published = await this.published(key, request);
    const form = readForm(request);
    const actor = toActor(published.specification, requireViewer(request));
    const changeable = changeableBy({ ...published, actor, now: this.sources.now() });
    if (changeable.length === 0)
      throw builtInRefusal('NOT_PERMITTED', {
        what: createPhrase('to.change-constants'),
        who: createPhrase('who.others'),
      });
    const values = changeable
      .filter(
        ({ name, text }) =>
          form[name] !== undefined && removeLineBreaks(textInput(form, name)).trim() !== text,
      )
      .map(({ name, constant, key: of }) => ({ constant, key: of, text: textInput(form, name) }));
    const seen = form['seen'] === seenOf(published) ? (published.changes ?? 0) : -1;
    const said = { from: textInput(form, 'from'), reason: textInput(form, 'reason'), knownChanges: seen };
    try {
      if (values.length === 0 && seen >= 0) throw builtInRefusal('NOTHING_CHANGED');
      const context = createCommandContext(request, form['commandId']);
      const written = await this.commands.send(
        new ChangeConstants({ application: key, values, ...said, context }),
      );
      seeOther(response, constantsHref(key), {
        notice: translateFor(request, published.specification)('constants.changed'),
        written,
      });
    } catch (error) {
      const failure = failureForRequest(request, error, published.specification);
      if (failure.unforeseen || failure.kind === 'not signed in' || failure.kind === 'not found') throw error;
      await this.show(published, request, response, { form, reasons: failure.reasons }, failure.status);
    }
  }

  /** Throws `Refused` NOT_FOUND where the person may not access the application. */
  private async published(key: string, request: Request): Promise<PublishedVersion> {
    const published = await visibleApplication(request, this.sources.specifications, key);
    if (!published) throw builtInRefusal('NOT_FOUND');
    return published;
  }

  private async show(
    published: PublishedVersion,
    request: Request,
    response: Response,
    typedIn?: TypedConstants,
    status?: number,
  ): Promise<void> {
    const { specification } = published;
    const { constants = [] } = (await this.sources.specifications.document(specification.key)) ?? {};
    const people = await this.sources.names.of(constants.map(({ by }) => by));
    const t = translateFor(request, specification);
    const shown = presentConstants({
      specification,
      document: { constants },
      now: this.sources.now(),
      t,
      actor: toActor(specification, requireViewer(request)),
      names: { people, records: new Map() },
      hidden: { commandId: uuid(), seen: seenOf(published) },
      ...(typedIn && { typed: typedIn }),
    });
    const frame = await layoutWithWarnings(this.frames, request, {
      title: t('constants.title'),
      application: published,
    });
    await sendPage(response, createElement(ConstantsPage, { frame, ...shown }), status);
  }
}

const seenOf = ({ version, changes = 0 }: PublishedVersion): string => `${version}-${changes}`;
