// /-/notices and /api/-/notices: what one finds on one's page, and how one hears of what the mails of each kind tell.
import { Controller, Get, Inject, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { createElement } from 'react';
import { NoticesPage } from '#views/pages/notices.js';
import type { CommandResult } from '#domain/command.js';
import { createEntryReason } from '#domain/refusal-reason.js';
import { Refused } from '#domain/refusal.js';
import { phrase } from '#specification/refusal-words/message-parameters.js';
import { ChooseNotice } from '#domain/user/user-commands.js';
import { listNotices, noticeKinds } from '#query-handling/notifications/list-notices.js';
import { changedRecords } from '#query-handling/notifications/changed-records.js';
import { SOURCES, type Sources } from '#query-handling/query-dependencies.js';
import { publishedByKey } from '#query-handling/timeline/list-timeline.js';
import { Answers } from '../rendering/answer-kind.js';
import { readQuery } from '../addresses/page-addresses.js';
import { seeOther } from '../http/cookies.js';
import { sendJson, sendWritten } from '../json/record-answers.js';
import { commandIdIn } from '../json/version-headers.js';
import { noticeBody } from './notice-bodies.js';
import { waitForPosition } from '../json/position-header.js';
import { readForm, type Form } from '../http/request-body.js';
import { PageLayouts, layoutWithWarnings } from '../layout/page-layout.js';
import { noticeJson, noticesAfter, presentNotices } from './notices-page.js';
import { sendPage } from '../rendering/page-rendering.js';
import { NOTICES } from '#views/addresses.js';
import { Commands, createCommandContext, requireViewer } from '../authorization/commands.js';
import { translateFor } from '../language.js';

/** Rows of what others have changed. */
const MOST_CHANGED = 20;

@Answers('page')
@Controller()
export class NoticesController {
  constructor(
    @Inject(SOURCES) private readonly sources: Sources,
    private readonly frames: PageLayouts,
    private readonly commands: Commands,
  ) {}

  @Get(NOTICES)
  async show(@Req() request: Request, @Res() response: Response): Promise<void> {
    const viewer = requireViewer(request);
    const after = readQuery(request).get('after') || undefined;
    const [found, kinds, applications, changes] = await Promise.all([
      listNotices(this.sources, viewer, after),
      noticeKinds(this.sources, viewer),
      publishedByKey(this.sources),
      after === undefined ? changedRecords(this.sources, { viewer }, MOST_CHANGED) : undefined,
    ]);
    const t = translateFor(request);
    const frame = await layoutWithWarnings(this.frames, request, { title: t('notices.title') });
    const about = { kinds, applications, viewer, now: this.sources.now(), t };
    const shown = { ...found, ...about, ...(changes && { changes }) };
    const page = { frame, ...presentNotices(shown) };
    await sendPage(response, createElement(NoticesPage, page));
  }

  @Post(NOTICES)
  async choose(@Req() request: Request, @Res() response: Response): Promise<void> {
    const form = readForm(request);
    const chosen = chosenIn(form).map(noticeBody);
    if (chosen.length === 0) throw new Refused([createEntryReason(phrase('entry.no-mail'))]);
    const { id } = requireViewer(request);
    const context = createCommandContext(request, form['commandId']);
    let written: CommandResult | undefined;
    for (const each of chosen) {
      // One form, several commands: each has an identity of its own that a double submit repeats.
      const own = { ...context, commandId: `${context.commandId}-${each.application}-${each.call}` };
      written = await this.commands.send(new ChooseNotice({ id, ...each, context: own }));
    }
    const notice = translateFor(request)('notices.saved');
    seeOther(response, NOTICES, { notice, ...(written && { written }) });
  }

  @Get(`/api${NOTICES}`)
  async list(@Req() request: Request, @Res() response: Response): Promise<void> {
    const viewer = requireViewer(request);
    await waitForPosition(request, this.sources.readModels);
    const [{ notices, next }, kinds, applications] = await Promise.all([
      listNotices(this.sources, viewer, readQuery(request).get('after') || undefined),
      noticeKinds(this.sources, viewer),
      publishedByKey(this.sources),
    ]);
    const items = notices.map((notice) => noticeJson(notice, { applications, viewer }));
    await sendJson(response, {
      items,
      ...(next !== undefined && { next: `/api${noticesAfter(next)}` }),
      kinds,
    });
  }

  @Post(`/api${NOTICES}`)
  async chooseByApi(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { id } = requireViewer(request);
    const context = createCommandContext(request, commandIdIn(request));
    const command = new ChooseNotice({ id, ...noticeBody(request.body), context });
    const written = await this.commands.send(command);
    await sendWritten(response, { status: 200, id: command.data.id, written });
  }
}

/** The form posts the way of each kind, as `way.<application>.<call>`. */
const chosenIn = (form: Form) =>
  Object.entries(form).flatMap(([name, way]) => {
    const [, application, call] = /^way\.([^.]+)\.([^.]+)$/.exec(name) ?? [];
    return application === undefined ? [] : [{ application, call, way }];
  });
