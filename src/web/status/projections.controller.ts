import { Controller, Get, Inject, Param, Post } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ProjectionsPage } from '#views/pages/projections.js';
import type { Refusal } from '#views/view-models/display-value.js';
import { PROJECTIONS_PATH } from '#views/addresses.js';
import {
  PauseProjection,
  ResumeProjection,
  RetryProjection,
  SkipEvent,
} from '#domain/projection/projection-commands.js';
import {
  isProcessName,
  RetryItem,
  SkipItem,
  type ProcessManagerName,
} from '#domain/process-manager/process-manager-commands.js';
import { ListStuckProcessItems } from '#query-handling/calls/stuck-process-items.js';
import { PROJECTION_PROGRESS } from '#query-handling/query-dependencies.js';
import type { ProjectionProgress } from '#query-handling/projection-progress.js';
import { Workload } from '../rendering/response-workload.js';
import { ForAdmins } from '../authorization/authorization.decorators.js';
import { readTextInput } from '../http/request-body.js';
import { createBuiltInRefusal } from '../create-built-in-refusal.js';
import { CommandSender } from '../authorization/command-sender.js';
import { presentProjections } from './projections-page.js';
import { showValidationErrors } from '../rendering/show-validation-errors.js';
import { goTo, page, type Answer } from '../rendering/answers.js';
import {
  ReadFormLater,
  CurrentTranslations,
  type FormReader,
  type Translations,
} from '../requests/parameter-decorators.js';
import type { Translate } from '#views/messages/translate.js';

const decisionOn = ({ projection = '' }: Readonly<Record<string, string>>) =>
  isProcessName(projection) ? 'to.decide-processes' : 'to.decide-read-models';

@Workload('page')
@ForAdmins('to.see-status')
@Controller(PROJECTIONS_PATH)
export class ProjectionsController {
  constructor(
    private readonly queries: QueryBus,
    @Inject(PROJECTION_PROGRESS) private readonly readModels: ProjectionProgress,
    private readonly commands: CommandSender,
  ) {}

  @Get()
  async all(@CurrentTranslations() { t }: Translations): Promise<Answer> {
    return this.page(t, []);
  }

  @Post(':projection/retry')
  @ForAdmins(decisionOn)
  async retry(
    @Param('projection') name: string,
    @ReadFormLater() readForm: FormReader,
    @CurrentTranslations() { t }: Translations,
  ): Promise<Answer> {
    if (isProcessName(name)) return this.retryItem(name, readForm, t);
    const { projection, context, form } = await this.on(name, readForm);
    const of = { collection: readTextInput(form, 'collection'), document: readTextInput(form, 'document') };
    const written = await this.commands.send(new RetryProjection({ projection, context, of }));
    return goTo(PROJECTIONS_PATH, { notice: t('status.retrying'), written });
  }

  private async retryItem(process: ProcessManagerName, readForm: FormReader, t: Translate): Promise<Answer> {
    const { item, context } = await this.stuckItem(process, readForm);
    const written = await this.commands.send(new RetryItem({ process, item, context }));
    return goTo(PROJECTIONS_PATH, { notice: t('status.retrying'), written });
  }

  private async skipItem(process: ProcessManagerName, readForm: FormReader, t: Translate): Promise<Answer> {
    const { item, context, form } = await this.stuckItem(process, readForm);
    return this.orShowInvalid(t, async () => {
      const reason = readTextInput(form, 'reason');
      const written = await this.commands.send(new SkipItem({ process, item, context, reason }));
      return goTo(PROJECTIONS_PATH, { notice: t('status.leftUndone'), written });
    });
  }

  private async stuckItem(process: ProcessManagerName, readForm: FormReader) {
    const { form, context } = readForm();
    const known = (await this.queries.execute(new ListStuckProcessItems())).find(
      (each) => each.process === process && each.item === form['item'],
    );
    if (!known) throw createBuiltInRefusal('NOT_FOUND');
    return { item: known.item, context, form };
  }

  @Post(':projection/skip')
  @ForAdmins(decisionOn)
  async skip(
    @Param('projection') name: string,
    @ReadFormLater() readForm: FormReader,
    @CurrentTranslations() { t }: Translations,
  ): Promise<Answer> {
    if (isProcessName(name)) return this.skipItem(name, readForm, t);
    const { projection, version, context, form } = await this.on(name, readForm);
    const failed = (await this.readModels.failedDocuments(projection)).find(
      ({ collection, document, event }) =>
        collection === form['collection'] && document === form['document'] && event.id === form['event'],
    );
    if (!failed) throw createBuiltInRefusal('NOT_FOUND');
    const { collection, document, event, error } = failed;
    const of = { collection, document, event: event.id, eventType: event.type, error };
    return this.orShowInvalid(t, async () => {
      const reason = readTextInput(form, 'reason');
      const written = await this.commands.send(
        new SkipEvent({ projection, version, ...of, reason, context }),
      );
      return goTo(PROJECTIONS_PATH, { notice: t('status.leftOut'), written });
    });
  }

  private async orShowInvalid(t: Translate, decide: () => Promise<Answer>): Promise<Answer> {
    return showValidationErrors(t, decide, (refusals, status) => this.page(t, refusals, status));
  }

  @Post(':projection/pause')
  @ForAdmins('to.decide-read-models')
  async pause(
    @Param('projection') name: string,
    @ReadFormLater() readForm: FormReader,
    @CurrentTranslations() { t }: Translations,
  ): Promise<Answer> {
    const { projection, context } = await this.on(name, readForm);
    const written = await this.commands.send(new PauseProjection({ projection, context }));
    return goTo(PROJECTIONS_PATH, { notice: t('status.isPaused', { name }), written });
  }

  @Post(':projection/resume')
  @ForAdmins('to.decide-read-models')
  async resume(
    @Param('projection') name: string,
    @ReadFormLater() readForm: FormReader,
    @CurrentTranslations() { t }: Translations,
  ): Promise<Answer> {
    const { projection, context } = await this.on(name, readForm);
    const written = await this.commands.send(new ResumeProjection({ projection, context }));
    return goTo(PROJECTIONS_PATH, { notice: t('status.isResumed', { name }), written });
  }

  private async on(name: string, readForm: FormReader) {
    const known = (await this.readModels.health()).find(({ projection }) => projection === name);
    if (!known) throw createBuiltInRefusal('NOT_FOUND');
    return { projection: name, version: known.version, ...readForm() };
  }

  private async page(t: Translate, refusals: readonly Refusal[], status?: number): Promise<Answer> {
    const healths = await this.readModels.health();
    const all = await Promise.all(
      healths.map(async ({ projection, state, failure }) => ({
        projection,
        state,
        isFailed: failure !== undefined,
        failed: await this.readModels.failedDocuments(projection).catch(() => []),
      })),
    );
    const stuck = await this.queries.execute(new ListStuckProcessItems()).catch(() => []);
    const props = { ...presentProjections(all, stuck, t), refusals };
    return page(ProjectionsPage, props, { title: t('status.readModels') }, { status });
  }
}
