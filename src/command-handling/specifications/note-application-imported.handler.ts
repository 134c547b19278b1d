import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandResult } from '#domain/command.js';
import { assertAdmin } from '#domain/authorize-operator.js';
import { NoteApplicationImported } from '#domain/specification/archive-commands.js';
import { foldArchives, noteImported, type ArchiveState } from '#domain/specification/note-archive.js';
import type { SpecificationEvent } from '#domain/specification/specification-events.js';
import { streams } from '#domain/stream-names.js';
import { findOperator } from '../pipeline/acting-person.js';
import { createPayloadHasher } from '../pipeline/command-digests.js';
import { CommandDependencies } from '../pipeline/command-dependencies.js';
import { decideAndAppend } from '../pipeline/decide-and-append.js';

@CommandHandler(NoteApplicationImported)
export class NoteApplicationImportedHandler implements ICommandHandler<NoteApplicationImported> {
  constructor(private readonly ports: CommandDependencies) {}

  async execute(command: NoteApplicationImported): Promise<CommandResult> {
    const { application, imported, context } = command.data;
    assertAdmin(await findOperator(this.ports, context), 'to.move-applications');
    return decideAndAppend<ArchiveState, SpecificationEvent>(this.ports, {
      stream: streams.specification(application),
      context,
      hashPayload: createPayloadHasher(this.ports, command),
      fold: foldArchives,
      decide: (state) => noteImported(state, imported),
    });
  }
}
