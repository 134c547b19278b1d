import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandResult } from '#domain/command.js';
import { assertAdmin } from '#domain/authorize-operator.js';
import { BeginApplicationImport } from '#domain/application-import/application-import-commands.js';
import type { ApplicationImportBegun } from '#domain/application-import/application-import-events.js';
import {
  beginApplicationImport,
  foldBegunImport,
  type BegunImport,
} from '#domain/application-import/begin-application-import.js';
import { streams } from '#domain/stream-names.js';
import { findOperator } from '../pipeline/acting-person.js';
import { createPayloadHasher } from '../pipeline/command-digests.js';
import { CommandDependencies } from '../pipeline/command-dependencies.js';
import { decideAndAppend } from '../pipeline/decide-and-append.js';

@CommandHandler(BeginApplicationImport)
export class BeginApplicationImportHandler implements ICommandHandler<BeginApplicationImport> {
  constructor(private readonly ports: CommandDependencies) {}

  async execute(command: BeginApplicationImport): Promise<CommandResult> {
    const { begun, context } = command.data;
    assertAdmin(await findOperator(this.ports, context), 'to.move-applications');
    return decideAndAppend<BegunImport, ApplicationImportBegun>(this.ports, {
      stream: streams.applicationImport(begun.application),
      context,
      hashPayload: createPayloadHasher(this.ports, command),
      fold: foldBegunImport,
      decide: (before) => beginApplicationImport(before, begun),
    });
  }
}
