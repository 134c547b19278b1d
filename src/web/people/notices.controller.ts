// /-/notices and /api/-/notices: what one finds on one's page, and how one hears of what the mails of each kind tell.
import { Body, Controller, Get, Inject, Post, UseGuards } from '@nestjs/common';
import type { z } from 'zod';
import type { CommandContext } from '#domain/command.js';
import type { SignedIn } from '#identity/signed-in.js';
import { Commands } from '../authorization/commands.js';
import type { Form } from '../http/request-body.js';
import { ApiContext, JsonBodyPipe } from '../json/json-body.pipe.js';
import { parseBody } from '../json/parse-body.js';
import { PositionGuard } from '../json/position.guard.js';
import { writtenAnswer } from '../json/record-answers.js';
import { NOTICE } from './notice-bodies.js';
import { goTo, json, page, type Answer } from '../rendering/answers.js';
import {
  AFTER_QUERY,
  CurrentViewer,
  FormContext,
  FormPipe,
  QueryAs,
  Words,
  type AfterQuery,
  type Translations,
} from '../requests/request-parameters.js';
import { NoticesPage } from '#views/pages/notices.js';
import type { CommandResult } from '#domain/command.js';
import { createEntryReason } from '#domain/refusal-reason.js';
import { Refused } from '#domain/refusal.js';
import { createPhrase } from '#specification/refusal-words/message-parameters.js';
import { ChooseNotice } from '#domain/user/user-commands.js';
import { listNotices, listNoticeChoices } from '#query-handling/notifications/list-notices.js';
import { listChangedRecords } from '#query-handling/notifications/changed-records.js';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '#query-handling/query-dependencies.js';
import { findPublishedByKey } from '#query-handling/timeline/list-timeline.js';
import { Answers } from '../rendering/answer-kind.js';
import { noticeJson, noticesAfter, presentNotices } from './notices-page.js';
import { NOTICES } from '#views/addresses.js';

/** Rows of what others have changed. */
const MOST_CHANGED = 20;

@Answers('page')
@Controller()
export class NoticesController {
  constructor(
    @Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies,
    private readonly commands: Commands,
  ) {}

  @Get(NOTICES)
  async show(
    @CurrentViewer() viewer: SignedIn,
    @QueryAs(AFTER_QUERY) { after }: AfterQuery,
    @Words() { t }: Translations,
  ): Promise<Answer> {
    const [found, kinds, applications, changes] = await Promise.all([
      listNotices(this.sources, viewer, after),
      listNoticeChoices(this.sources, viewer),
      findPublishedByKey(this.sources),
      after === undefined ? listChangedRecords(this.sources, { viewer }, MOST_CHANGED) : undefined,
    ]);
    const about = { kinds, applications, viewer, now: this.sources.now(), t };
    const props = presentNotices({ ...found, ...about, ...(changes && { changes }) });
    return page(NoticesPage, props, { title: t('notices.title') });
  }

  @Post(NOTICES)
  async choose(
    @CurrentViewer() { id }: SignedIn,
    @Body(FormPipe) form: Form,
    @FormContext() context: CommandContext,
    @Words() { t }: Translations,
  ): Promise<Answer> {
    const chosen = chosenIn(form).map((each) => parseBody(NOTICE, each));
    if (chosen.length === 0) throw new Refused([createEntryReason(createPhrase('entry.no-mail'))]);
    let written: CommandResult | undefined;
    for (const each of chosen) {
      // One form, several commands: each has an id of its own, which a double submit repeats.
      const own = { ...context, commandId: `${context.commandId}-${each.application}-${each.call}` };
      written = await this.commands.send(new ChooseNotice({ id, ...each, context: own }));
    }
    return goTo(NOTICES, { notice: t('notices.saved'), ...(written && { written }) });
  }

  @Get(`/api${NOTICES}`)
  @UseGuards(PositionGuard)
  async list(
    @CurrentViewer() viewer: SignedIn,
    @QueryAs(AFTER_QUERY) { after }: AfterQuery,
  ): Promise<Answer> {
    const [{ notices, next }, kinds, applications] = await Promise.all([
      listNotices(this.sources, viewer, after),
      listNoticeChoices(this.sources, viewer),
      findPublishedByKey(this.sources),
    ]);
    const items = notices.map((notice) => noticeJson(notice, { applications, viewer }));
    return json({ items, ...(next !== undefined && { next: `/api${noticesAfter(next)}` }), kinds });
  }

  @Post(`/api${NOTICES}`)
  async chooseByApi(
    @CurrentViewer() { id }: SignedIn,
    @ApiContext() context: CommandContext,
    @Body(new JsonBodyPipe(NOTICE)) chosen: z.output<typeof NOTICE>,
  ): Promise<Answer> {
    const written = await this.commands.send(new ChooseNotice({ id, ...chosen, context }));
    return writtenAnswer({ status: 200, id, written });
  }
}

/** The form posts the way of each kind, as `way.<application>.<call>`. */
const chosenIn = (form: Form) =>
  Object.entries(form).flatMap(([name, way]) => {
    const [, application, call] = /^way\.([^.]+)\.([^.]+)$/.exec(name) ?? [];
    return application === undefined ? [] : [{ application, call, way }];
  });
