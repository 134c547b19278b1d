// Answers PublishSpecification: the document is checked, compared with the version before, and becomes the next one.
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { operator } from '../acting-person.js';
import { withDeadline } from '../command-deadline.js';
import { decideAndAppend } from '../decide-and-append.js';
import { payloadOf } from '../payload.js';
import { DOCUMENT_CHECKS, type DocumentChecks } from '../ports.js';
import { WritingPorts } from '../writing-ports.js';
import type { Written } from '#domain/command.js';
import { mustBeAdmin } from '#domain/installation.js';
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

interface Named {
  readonly key: string;
  readonly name: string;
}

@CommandHandler(PublishSpecification)
export class PublishSpecificationHandler implements ICommandHandler<PublishSpecification, Written> {
  constructor(
    private readonly ports: WritingPorts,
    @Inject(DOCUMENT_CHECKS) private readonly checks: DocumentChecks,
  ) {}

  /** Throws `SpecificationRefused`, `Refused`, `EventStoreUnavailable`. */
  async execute(command: PublishSpecification): Promise<Written> {
    const { text, context } = command.data;
    mustBeAdmin(await operator(this.ports, context.actor), 'publish specifications');
    const { problems, key = '', name = '' } = await this.checks.check(text);
    if (problems.length > 0) throw new SpecificationRefused(problems);
    // A large document takes its time, and the log has not been asked anything yet.
    return withDeadline(() => this.append(command, { key, name }));
  }

  private append(command: PublishSpecification, { key, name }: Named): Promise<Written> {
    const { text, context } = command.data;
    return decideAndAppend<PublishedState, SpecificationEvent>(this.ports, {
      stream: streams.specification(key),
      context,
      payload: payloadOf(this.ports, command),
      fold: (events) => events.reduce<PublishedState>(evolveSpecification, UNPUBLISHED),
      decide: async (state) => {
        const events = publish(state, { key, name, text });
        if (events.length > 0 && state.version > 0) await this.mustFit(state.text, text);
        return events;
      },
    });
  }

  private async mustFit(before: string, text: string): Promise<void> {
    const problems = await this.checks.misfits(before, text);
    if (problems.length > 0) throw new SpecificationRefused(problems);
  }
}
