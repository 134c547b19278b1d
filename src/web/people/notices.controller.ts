import { Body, Controller, Get, Inject, Post, UseGuards } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { z } from 'zod';
import type { CommandContext } from '#domain/command.js';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { CommandSender } from '../authorization/command-sender.js';
import type { Form } from '../http/request-body.js';
import { ApiCommandContext, JsonBodyPipe } from '../json/json-body.pipe.js';
import { parseBody } from '../json/parse-body.js';
import { PositionGuard } from '../json/position.guard.js';
import { writtenAnswer } from '../json/record-answers.js';
import { NoticeChoiceBody } from './notice-bodies.js';
import { goTo, json, page, type Answer } from '../rendering/answers.js';
import {
  CURSOR_QUERY,
  CurrentViewer,
  FormCommandContext,
  FormPipe,
  QueryAs,
  CurrentTranslations,
  type CursorParameters,
  type Translations,
} from '../requests/parameter-decorators.js';
import { NoticesPage } from '#views/pages/notices.js';
import type { CommandResult } from '#domain/command.js';
import { createInvalidEntryReason } from '#domain/create-reason.js';
import { Refused } from '#domain/refusal.js';
import { createPhrase } from '#specification/refusal-words/phrases.js';
import { ChooseNotice } from '#domain/user/user-commands.js';
import { ListNotices, ListNoticeChoices } from '#query-handling/notifications/list-notices.js';
import { ListChangedRecords } from '#query-handling/notifications/changed-records.js';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '#query-handling/query-dependencies.js';
import { FindPublishedApplications } from '#query-handling/specifications/find-published-applications.js';
import { Workload } from '../rendering/response-workload.js';
import { JsonAddress } from '../addresses/json-address.js';
import { toNoticeJson, nextNoticesHref, presentNotices } from './notices-page.js';
import { NOTICES_PATH } from '#views/addresses.js';

const MOST_CHANGED = 20;

@Workload('page')
@Controller()
export class NoticesController {
  constructor(
    private readonly queries: QueryBus,
    @Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies,
    private readonly commands: CommandSender,
  ) {}

  @Get(NOTICES_PATH)
  async show(
    @CurrentViewer() viewer: SignedInPerson,
    @QueryAs(CURSOR_QUERY) { after }: CursorParameters,
    @CurrentTranslations() { t }: Translations,
  ): Promise<Answer> {
    const [found, kinds, applications, changes] = await Promise.all([
      this.queries.execute(new ListNotices(viewer, after)),
      this.queries.execute(new ListNoticeChoices(viewer)),
      this.queries.execute(new FindPublishedApplications()),
      after === undefined
        ? this.queries.execute(new ListChangedRecords({ viewer }, MOST_CHANGED))
        : undefined,
    ]);
    const about = { kinds, applications, viewer, now: this.sources.now(), t };
    const props = presentNotices({ ...found, ...about, ...(changes && { changes }) });
    return page(NoticesPage, props, { title: t('notices.title') });
  }

  @Post(NOTICES_PATH)
  async choose(
    @CurrentViewer() { id }: SignedInPerson,
    @Body(FormPipe) form: Form,
    @FormCommandContext() context: CommandContext,
    @CurrentTranslations() { t }: Translations,
  ): Promise<Answer> {
    const chosen = chosenIn(form).map((each) => parseBody(NoticeChoiceBody, each));
    if (chosen.length === 0) throw new Refused([createInvalidEntryReason(createPhrase('entry.no-mail'))]);
    let written: CommandResult | undefined;
    for (const each of chosen) {
      // One form, several commands: derived ids keep a double submit idempotent.
      const own = { ...context, commandId: `${context.commandId}-${each.application}-${each.call}` };
      written = await this.commands.send(new ChooseNotice({ id, ...each, context: own }));
    }
    return goTo(NOTICES_PATH, { notice: t('notices.saved'), ...(written && { written }) });
  }

  @Get(`/api${NOTICES_PATH}`)
  @UseGuards(PositionGuard)
  async list(
    @CurrentViewer() viewer: SignedInPerson,
    @QueryAs(CURSOR_QUERY) { after }: CursorParameters,
  ): Promise<Answer> {
    const [{ notices, next }, kinds, applications] = await Promise.all([
      this.queries.execute(new ListNotices(viewer, after)),
      this.queries.execute(new ListNoticeChoices(viewer)),
      this.queries.execute(new FindPublishedApplications()),
    ]);
    const items = notices.map((notice) => toNoticeJson(notice, { applications, viewer }));
    return json({
      items,
      ...(next !== undefined && { next: new JsonAddress(`/api${nextNoticesHref(next)}`) }),
      kinds,
    });
  }

  @Post(`/api${NOTICES_PATH}`)
  async chooseByApi(
    @CurrentViewer() { id }: SignedInPerson,
    @ApiCommandContext() context: CommandContext,
    @Body(new JsonBodyPipe(NoticeChoiceBody)) chosen: z.output<typeof NoticeChoiceBody>,
  ): Promise<Answer> {
    const written = await this.commands.send(new ChooseNotice({ id, ...chosen, context }));
    return writtenAnswer({ status: 200, id, written });
  }
}

/** Inputs `way.<application>.<call>`. */
const chosenIn = (form: Form) =>
  Object.entries(form).flatMap(([name, way]) => {
    const [, application, call] = /^way\.([^.]+)\.([^.]+)$/.exec(name) ?? [];
    return application === undefined ? [] : [{ application, call, way }];
  });
