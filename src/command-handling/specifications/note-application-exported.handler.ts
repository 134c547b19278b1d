import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandResult } from '#domain/command.js';
import { assertAdmin } from '#domain/authorize-operator.js';
import { NoteApplicationExported } from '#domain/specification/archive-commands.js';
import { foldArchives, noteExported, type ArchiveState } from '#domain/specification/note-archive.js';
import type { SpecificationEvent } from '#domain/specification/specification-events.js';
import { streams } from '#domain/stream-names.js';
import { findOperator } from '../pipeline/acting-person.js';
import { createPayloadHasher } from '../pipeline/command-digests.js';
import { CommandDependencies } from '../pipeline/command-dependencies.js';
import { decideAndAppend } from '../pipeline/decide-and-append.js';

@CommandHandler(NoteApplicationExported)
export class NoteApplicationExportedHandler implements ICommandHandler<NoteApplicationExported> {
  constructor(private readonly ports: CommandDependencies) {}

  async execute(command: NoteApplicationExported): Promise<CommandResult> {
    const { application, exported, reason, context } = command.data;
    assertAdmin(await findOperator(this.ports, context), 'to.move-applications');
    return decideAndAppend<ArchiveState, SpecificationEvent>(this.ports, {
      stream: streams.specification(application),
      context,
      hashPayload: createPayloadHasher(this.ports, command),
      fold: foldArchives,
      decide: (state) => noteExported(state, exported, reason),
    });
  }
}
