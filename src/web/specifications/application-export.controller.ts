import { Controller, Inject, Param, Post } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import type { CommandContext } from '#domain/command.js';
import { NoteApplicationExported } from '#domain/specification/archive-commands.js';
import { SPECIFICATIONS, type SpecificationVersions } from '#ports/specifications.js';
import { ApplicationExporter } from '../../application-archive/application-exporter.js';
import { ForAdmins } from '../authorization/authorization.decorators.js';
import { CommandSender } from '../authorization/command-sender.js';
import { createBuiltInRefusal } from '../create-built-in-refusal.js';
import { streamed, type Answer } from '../rendering/answers.js';
import { Workload } from '../rendering/response-workload.js';
import { FormCommandContext } from '../requests/parameter-decorators.js';

@ForAdmins('to.move-applications')
@Controller('/-/applications')
export class ApplicationExportController {
  constructor(
    private readonly exporter: ApplicationExporter,
    private readonly commands: CommandSender,
    @Inject(SPECIFICATIONS) private readonly specifications: SpecificationVersions,
  ) {}

  /** A form: an export is recorded. */
  @Post(':application/export')
  @Workload('stream')
  async export(
    @Param('application') application: string,
    @FormCommandContext() context: CommandContext,
  ): Promise<Answer> {
    const published = await this.specifications.current(application);
    if (!published) throw createBuiltInRefusal('NOT_FOUND');
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
