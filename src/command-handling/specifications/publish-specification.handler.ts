// Answers PublishSpecification: the document is checked, compared with the version before, and becomes the next one.
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { operator } from '../acting-person.js';
import { decideAndAppend } from '../decide-and-append.js';
import { payloadOf } from '../payload.js';
import { WritingPorts } from '../writing-ports.js';
import type { Written } from '../../domain/command.js';
import { mustBeAdmin } from '../../domain/installation.js';
import {
  evolveSpecification,
  publish,
  UNPUBLISHED,
  type PublishedState,
} from '../../domain/specification/published-specification.js';
import { PublishSpecification } from '../../domain/specification/specification-commands.js';
import type { SpecificationEvent } from '../../domain/specification/specification-events.js';
import { SpecificationRefused } from '../../domain/specification/specification-refused.js';
import { streams } from '../../domain/streams.js';
import { check } from '../../specification/check.js';
import { compatible } from '../../specification/compatible.js';
import type { Specification } from '../../specification/specification.js';

@CommandHandler(PublishSpecification)
export class PublishSpecificationHandler implements ICommandHandler<PublishSpecification, Written> {
  constructor(private readonly ports: WritingPorts) {}

  /** Throws `SpecificationRefused`, `Refused`, `EventStoreUnavailable`. */
  async execute(command: PublishSpecification): Promise<Written> {
    const { text, context } = command.data;
    mustBeAdmin(await operator(this.ports, context.actor), 'publish specifications');
    const specification = checked(text);
    return decideAndAppend<PublishedState, SpecificationEvent>(this.ports, {
      stream: streams.specification(specification.key),
      context,
      payload: payloadOf(this.ports, command),
      fold: (events) => events.reduce<PublishedState>(evolveSpecification, UNPUBLISHED),
      decide: (state) => {
        const events = publish(state, specification);
        if (events.length > 0 && state.version > 0) mustFit(state.text, specification);
        return events;
      },
    });
  }
}

function checked(text: string): Specification {
  const result = check(text);
  if (!result.ok) throw new SpecificationRefused(result.problems);
  return result.specification;
}

/** Records of the version before have to go on under the next one. A version that passes no check any more asks nothing. */
function mustFit(previous: string, next: Specification): void {
  const before = check(previous);
  const problems = before.ok ? compatible(before.specification, next) : [];
  if (problems.length > 0) throw new SpecificationRefused(problems);
}
