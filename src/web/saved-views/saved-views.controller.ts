// A view's query is read under the rights of its owner when saved, and under the reader's when opened.
import { Body, Controller, Get, Inject, Param, Post, UseGuards } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { z } from 'zod';
import type { CommandContext, CommandResult } from '#domain/command.js';
import { isPersonId, isRecordId } from '#domain/stream-names.js';
import { DeleteView, SaveView } from '#domain/user/user-commands.js';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '#query-handling/query-dependencies.js';
import { FindPublishedApplications } from '#query-handling/specifications/find-published-applications.js';
import { ListSavedViews } from '#query-handling/saved-views/list-saved-views.js';
import { SAVED_VIEWS_PATH } from '#views/addresses.js';
import type { Translate } from '#views/messages/translate.js';
import { screenHref } from '../addresses/page-addresses.js';
import { toLocalAddress } from '../addresses/local-address.js';
import { CommandSender } from '../authorization/command-sender.js';
import { createBuiltInRefusal } from '../create-built-in-refusal.js';
import type { Form } from '../http/request-body.js';
import { ApiCommandContext, JsonBodyPipe } from '../json/json-body.pipe.js';
import { PositionGuard } from '../json/position.guard.js';
import { writtenAnswer } from '../json/record-answers.js';
import { deriveRecordId } from '../json/version-headers.js';
import { goTo, json, type Answer } from '../rendering/answers.js';
import { Workload } from '../rendering/response-workload.js';
import {
  CurrentViewer,
  FormCommandContext,
  FormPipe,
  QueryParameters,
  CurrentTranslations,
  type Translations,
} from '../requests/parameter-decorators.js';
import { findVisibleList } from '../screens/find-visible-list.js';
import { readListRequest } from '../screens/list-request.js';
import { writeListQuery } from '../screens/saved-list-views.js';
import { DELETE_VIEW_BODY, VIEW_BODY } from './view-bodies.js';

type SentView = z.output<typeof VIEW_BODY>;

@Workload('small')
@Controller()
export class SavedViewsController {
  constructor(
    private readonly queries: QueryBus,
    @Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies,
    private readonly commands: CommandSender,
  ) {}

  @Post(SAVED_VIEWS_PATH)
  async save(
    @CurrentViewer() viewer: SignedInPerson,
    @Body(FormPipe) { application = '', screen = '', name = '', query = '', shared }: Form,
    @FormCommandContext() context: CommandContext,
    @CurrentTranslations() { t }: Translations,
  ): Promise<Answer> {
    const sent = { application, screen, name, query, shared: shared !== undefined };
    const { written, href } = await this.send(viewer, sent, { context, t });
    return goTo(href, { notice: t('views.saved'), written });
  }

  @Post(`${SAVED_VIEWS_PATH}/:id/delete`)
  async delete(
    @Param('id') id: string,
    @CurrentViewer() viewer: SignedInPerson,
    @Body(FormPipe) { back, person }: Form,
    @FormCommandContext() context: CommandContext,
    @CurrentTranslations() { t }: Translations,
  ): Promise<Answer> {
    const written = await this.commands.send(deletion(viewer, { view: id, person }, context));
    return goTo(toLocalAddress(back), { notice: t('views.deleted'), written });
  }

  @Get(`/api${SAVED_VIEWS_PATH}`)
  @UseGuards(PositionGuard)
  async list(
    @CurrentViewer() viewer: SignedInPerson,
    @QueryParameters() parameters: URLSearchParams,
    @CurrentTranslations() { t }: Translations,
  ): Promise<Answer> {
    const [application, screen] = [parameters.get('application') ?? '', parameters.get('screen') ?? ''];
    const about = await this.findList(viewer, { application, screen });
    const views = await this.queries.execute(new ListSavedViews({ application, screen }, viewer));
    const items = views.map(({ id, name, shared, query, isOwn: own, isIncomplete: incomplete }) => ({
      ...{ id, name, shared, own, incomplete },
      query: writeListQuery(readListRequest(new URLSearchParams(query), { ...about, t }).address.values),
    }));
    return json({ items });
  }

  @Post(`/api${SAVED_VIEWS_PATH}`)
  async saveByApi(
    @CurrentViewer() viewer: SignedInPerson,
    @Body(new JsonBodyPipe(VIEW_BODY)) sent: SentView,
    @ApiCommandContext() context: CommandContext,
    @CurrentTranslations() { t }: Translations,
  ): Promise<Answer> {
    const { written, view } = await this.send(viewer, sent, { context, t });
    return writtenAnswer({ status: 201, id: view, written });
  }

  @Post(`/api${SAVED_VIEWS_PATH}/:id/delete`)
  async deleteByApi(
    @Param('id') id: string,
    @CurrentViewer() viewer: SignedInPerson,
    @Body(new JsonBodyPipe(DELETE_VIEW_BODY, {})) { person }: z.output<typeof DELETE_VIEW_BODY>,
    @ApiCommandContext() context: CommandContext,
  ): Promise<Answer> {
    const written = await this.commands.send(deletion(viewer, { view: id, person }, context));
    return writtenAnswer({ status: 200, id, written });
  }

  private async send(
    viewer: SignedInPerson,
    { application, screen, name, query, shared = false }: SentView,
    { context, t }: { readonly context: CommandContext; readonly t: Translate },
  ): Promise<{ readonly written: CommandResult; readonly view: string; readonly href: string }> {
    const about = await this.findList(viewer, { application, screen });
    const { address } = readListRequest(new URLSearchParams(query), { ...about, t });
    const understood = writeListQuery(address.values);
    const view = deriveRecordId(context.commandId);
    const saved = { id: viewer.id, view, application, screen, name, query: understood, shared };
    const written = await this.commands.send(new SaveView({ ...saved, context }));
    const path = screenHref(about.specification, about.screen);
    return { written, view, href: understood === '' ? path : `${path}?${understood}` };
  }

  /** A list the viewer may not see is refused as one that does not exist. */
  private async findList(
    viewer: SignedInPerson,
    { application, screen: path }: { readonly application: string; readonly screen: string },
  ) {
    const specification = (await this.queries.execute(new FindPublishedApplications())).get(
      application,
    )?.specification;
    const list = specification && findVisibleList(specification, path, { viewer, now: this.sources.now() });
    if (!list) throw createBuiltInRefusal('NOT_FOUND');
    return list;
  }
}

function deletion(
  { id }: SignedInPerson,
  { view, person = id }: { readonly view: string; readonly person?: string | undefined },
  context: CommandContext,
): DeleteView {
  if (!isRecordId(view) || !isPersonId(person)) throw createBuiltInRefusal('NOT_FOUND');
  return new DeleteView({ id: person, view, context });
}
