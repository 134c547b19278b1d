import { Body, Controller, Get, Inject, Post, Query } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { PublishPage } from '#views/pages/publish.js';
import { DOCUMENT_CHECKS, type DocumentChecks } from '#ports/document-checks.js';
import { SPECIFICATIONS, type SpecificationVersions } from '#ports/specifications.js';
import { checkUpgradeConditions } from '#command-handling/specifications/check-upgrade-conditions.js';
import { CommandDependencies } from '#command-handling/pipeline/command-dependencies.js';
import { SpecificationRefusedError } from '#domain/specification/specification-refused-error.js';
import type { PublishPage as PublishPageProps } from '#views/view-models/specification.js';
import { Workload } from '../rendering/response-workload.js';
import { ForAdmins } from '../authorization/authorization.decorators.js';
import { presentSpecificationChanges } from './specification-changes.js';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { translateFailure } from '../errors/translate-failure.js';
import { toRequestFailure, type RequestFailure } from '../errors/request-failure.js';
import { readTextInput, type Form } from '../http/request-body.js';
import type { CommandContext } from '#domain/command.js';
import { specificationHref } from '../addresses/page-addresses.js';
import { goTo, page, type Answer } from '../rendering/answers.js';
import {
  FormCommandContext,
  FormPipe,
  CurrentTranslations,
  type Translations,
} from '../requests/parameter-decorators.js';
import { PUBLISH_PATH } from '../addresses/system-addresses.js';
import { CommandSender } from '../authorization/command-sender.js';
import type { Translate } from '#views/messages/translate.js';

interface PublishForm {
  readonly text: string;
  readonly commandId: string;
  readonly failure?: RequestFailure;
  readonly would?: PublishPageProps['would'];
}

/** Button that only checks. */
const COMPARE = 'compare';

@Workload('page')
@ForAdmins('to.publish')
@Controller(PUBLISH_PATH)
export class PublishController {
  constructor(
    private readonly commands: CommandSender,
    @Inject(SPECIFICATIONS) private readonly specifications: SpecificationVersions,
    @Inject(DOCUMENT_CHECKS) private readonly checks: DocumentChecks,
    private readonly ports: CommandDependencies,
  ) {}

  /** `?application=<key>`: starts from the published text. */
  @Get()
  async ask(@Query('application') key: unknown, @CurrentTranslations() { t }: Translations): Promise<Answer> {
    const published = typeof key === 'string' ? await this.specifications.current(key) : undefined;
    return publishPage({ text: published?.specification.text ?? '', commandId: uuid() }, t);
  }

  @Post()
  async publish(
    @Body(FormPipe) form: Form,
    @FormCommandContext() context: CommandContext,
    @CurrentTranslations() { t }: Translations,
  ): Promise<Answer> {
    const text = readTextInput(form, 'text');
    if (form['intent'] === COMPARE) {
      const { commandId } = context;
      return publishPage({ text, commandId, ...(await this.asIfPublished(text, t)) }, t);
    }
    try {
      const written = await this.commands.send(new PublishSpecification({ text, context }));
      const { key } = await this.checks.check(text);
      const href = key === undefined ? '/' : specificationHref(key);
      return goTo(href, { notice: t('publish.published'), written });
    } catch (error) {
      const failure = translateFailure(t.language, toRequestFailure(error));
      if (failure.unforeseen || failure.kind === 'not permitted') throw error;
      // Keep the command id if the command may have been stored.
      const commandId = failure.kind === 'unavailable' ? context.commandId : uuid();
      return publishPage({ text, commandId, failure }, t);
    }
  }

  /** Dry run: errors, or the changes it would make. */
  private async asIfPublished(text: string, t: Translate): Promise<Pick<PublishForm, 'failure' | 'would'>> {
    const { problems, key = '', name = key } = await this.checks.check(text);
    if (problems.length > 0) return { failure: toRequestFailure(new SpecificationRefusedError(problems)) };
    const running = await this.specifications.current(key);
    if (!running) return { would: { title: t('publish.firstVersion', { name }) } };
    const { specification, version } = running;
    const unmet = await checkUpgradeConditions(this.ports, this.checks, key, text);
    if (unmet.problems.length > 0)
      return { failure: toRequestFailure(new SpecificationRefusedError(unmet.problems)) };
    const changes = presentSpecificationChanges(await this.checks.compare(specification.text, text));
    return { would: { title: t('publish.changes', { version, name: specification.name }), changes } };
  }
}

function publishPage({ text, commandId, failure, would }: PublishForm, t: Translate): Answer {
  const props = {
    action: PUBLISH_PATH,
    commandId,
    text,
    problems: failure ? problemsOf(failure) : [],
    ...(would && { would }),
  };
  return page(PublishPage, props, { title: t('publish.title') }, { status: failure?.status });
}

/** Refusals without a line are reported at the first. */
function problemsOf({ problems, reasons }: RequestFailure): RequestFailure['problems'] {
  if (problems.length > 0) return problems;
  return reasons.map(({ message, remedy }) => ({ line: 1, column: 1, message, remedy }));
}
