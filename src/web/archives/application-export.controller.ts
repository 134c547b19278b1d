import { Body, Controller, Get, Inject, Param, Post } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import type { CommandContext } from '#domain/command.js';
import { NoteApplicationExported } from '#domain/specification/archive-commands.js';
import { createBuiltInReason } from '#domain/create-reason.js';
import { Refused } from '#domain/refusal.js';
import { streams } from '#domain/stream-names.js';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import {
  QUERY_DEPENDENCIES,
  READ_LOG,
  type LogReader,
  type QueryDependencies,
} from '#query-handling/query-dependencies.js';
import { ApplicationExportPage } from '#views/pages/application-export.js';
import { ApplicationExporter } from '../../application-archive/application-exporter.js';
import { ForAdmins } from '../authorization/authorization.decorators.js';
import { CommandSender } from '../authorization/command-sender.js';
import { specificationHref } from '../addresses/page-addresses.js';
import { applicationExportHref } from '../addresses/system-addresses.js';
import { readTextInput, type Form } from '../http/request-body.js';
import { createBuiltInRefusal } from '../create-built-in-refusal.js';
import { page, streamed, type Answer } from '../rendering/answers.js';
import { Workload } from '../rendering/response-workload.js';
import {
  CurrentTranslations,
  CurrentViewer,
  FormCommandContext,
  FormPipe,
  type Translations,
} from '../requests/parameter-decorators.js';
import { isExport, listBeyondRoles, presentExports } from './present-export.js';

@ForAdmins('to.move-applications')
@Controller('/-/applications')
export class ApplicationExportController {
  constructor(
    private readonly exporter: ApplicationExporter,
    private readonly commands: CommandSender,
    @Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies,
    @Inject(READ_LOG) private readonly log: LogReader,
  ) {}

  /** What is in the archive beyond what the viewer reads, and who exported before. */
  @Get(':application/export')
  @Workload('page')
  async show(
    @Param('application') application: string,
    @CurrentViewer() viewer: SignedInPerson,
    @CurrentTranslations() words: Translations,
  ): Promise<Answer> {
    const published = await this.sources.specifications.current(application);
    if (!published) throw createBuiltInRefusal('NOT_FOUND');
    const { specification } = published;
    const stored = (await this.log.read(streams.specification(application))).events.filter(isExport);
    const exports = (await this.sources.personal.openForDisplay(stored)).toReversed();
    const people = await this.sources.names.of(exports.map(({ metadata }) => metadata.actor));
    const t = words.in(specification);
    const props = {
      name: specification.name,
      back: specificationHref(application),
      action: applicationExportHref(application),
      commandId: uuid(),
      beyond: listBeyondRoles(specification, viewer, this.sources.now()),
      exports: presentExports(exports, { names: { people, records: new Map() }, t }),
    };
    const title = t('archive.exportTitle', { name: specification.name });
    return page(ApplicationExportPage, props, { title, application: published });
  }

  /** A form: an export is recorded. */
  @Post(':application/export')
  @Workload('stream')
  async export(
    @Param('application') application: string,
    @Body(FormPipe) form: Form,
    @FormCommandContext() context: CommandContext,
  ): Promise<Answer> {
    const published = await this.sources.specifications.current(application);
    if (!published) throw createBuiltInRefusal('NOT_FOUND');
    const reason = readTextInput(form, 'reason').trim();
    if (reason === '') throw new Refused([createBuiltInReason('REASON_REQUIRED', { fields: ['reason'] })]);
    return streamed(async (response) => {
      response.status(200).setHeader('Content-Type', 'application/zip');
      response.setHeader('Content-Disposition', `attachment; filename="${application}.zip"`);
      response.setHeader('Cache-Control', 'no-store');
      try {
        await this.exporter.export(application, response, async (exported) =>
          this.commands.send(
            // Not the id of the form: an export that is sent twice is two, each recorded.
            new NoteApplicationExported({
              application,
              exported,
              reason,
              context: { ...context, commandId: uuid() },
            }),
          ),
        );
      } catch (error) {
        // A client that closes the connection is no failure; half an archive is none.
        if ((error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE') return;
        if (response.headersSent) return void response.destroy();
        for (const name of ['Content-Type', 'Content-Disposition']) response.removeHeader(name);
        throw error;
      }
    });
  }
}
