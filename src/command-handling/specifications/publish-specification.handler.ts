// Answers PublishSpecification: the document is checked, compared with the version before, and becomes the next one.
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { isBlank } from '#specification/value.js';
import { untilWritten, decideAndAppend } from '../decide-and-append.js';
import { payloadOf } from '../digests.js';
import { DOCUMENT_CHECKS, type DocumentChecks } from '../ports.js';
import { WritingPorts } from '../writing-ports.js';
import type { CommandResult } from '#domain/command.js';
import type { Recorded } from '#domain/event.js';
import {
  evolveSpecification,
  publish,
  UNPUBLISHED,
  type PublishedState,
} from '#domain/specification/published-specification.js';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import type { SpecificationEvent } from '#domain/specification/specification-events.js';
import { SpecificationRefused } from '#domain/specification/specification-refused.js';
import { streams } from '#domain/streams.js';
import { mustBeAdmin } from '#domain/operator.js';
import { withDeadline } from '../command-deadline.js';
import { operator } from '../acting-person.js';

interface ApplicationName {
  readonly key: string;
  readonly name: string;
}

class PublicationOvertaken extends Error {
  override readonly name = 'PublicationOvertaken';
}

const stateOf = (events: readonly SpecificationEvent[]): PublishedState =>
  events.reduce<PublishedState>(evolveSpecification, UNPUBLISHED);

@CommandHandler(PublishSpecification)
export class PublishSpecificationHandler implements ICommandHandler<PublishSpecification, CommandResult> {
  constructor(
    private readonly ports: WritingPorts,
    @Inject(DOCUMENT_CHECKS) private readonly checks: DocumentChecks,
  ) {}

  /** Throws `SpecificationRefused`, `Refused`, `EventStoreUnavailable`. */
  async execute(command: PublishSpecification): Promise<CommandResult> {
    const { text, context } = command.data;
    mustBeAdmin(await operator(this.ports, context), 'publish specifications');
    const { problems, key = '', name = '' } = await this.checks.check(text);
    if (problems.length > 0) throw new SpecificationRefused(problems);
    // A large document takes its time: only what the log is asked has a deadline.
    return untilWritten(async () => {
      const before = await withDeadline(() => this.published(key));
      if (before.version > 0 && before.text !== text) await this.mustFit(before.text, text);
      return withDeadline(() => this.unlessOvertaken(command, { key, name }, before));
    });
  }

  private async published(key: string): Promise<PublishedState> {
    const { events } = await this.ports.store.read(streams.specification(key));
    return stateOf(events as readonly Recorded[] as readonly SpecificationEvent[]);
  }

  /** undefined: another version came while this one was compared with the one before. */
  private async unlessOvertaken(
    ...of: Parameters<PublishSpecificationHandler['append']>
  ): Promise<CommandResult | undefined> {
    try {
      return await this.append(...of);
    } catch (error) {
      if (error instanceof PublicationOvertaken) return undefined;
      throw error;
    }
  }

  private append(
    command: PublishSpecification,
    { key, name }: ApplicationName,
    compared: PublishedState,
  ): Promise<CommandResult> {
    const { text, reason, context } = command.data;
    const why = reason === undefined || isBlank(reason) ? {} : { reason };
    return decideAndAppend<PublishedState, SpecificationEvent>(this.ports, {
      stream: streams.specification(key),
      context,
      payload: payloadOf(this.ports, command),
      fold: stateOf,
      decide: (state) => {
        const events = publish(state, { key, name, text, ...why });
        if (events.length > 0 && state.version !== compared.version) throw new PublicationOvertaken();
        return events;
      },
    });
  }

  private async mustFit(before: string, text: string): Promise<void> {
    const problems = await this.checks.misfits(before, text);
    if (problems.length > 0) throw new SpecificationRefused(problems);
  }
}
