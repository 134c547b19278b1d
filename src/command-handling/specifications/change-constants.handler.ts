import { setTimeout as after } from 'node:timers/promises';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { decideAndAppend } from '../pipeline/decide-and-append.js';
import { createPayloadHasher } from '../pipeline/command-digests.js';
import type { PublishedVersion } from '#ports/specifications.js';
import { CommandDependencies } from '../pipeline/command-dependencies.js';
import type { CommandResult } from '#domain/command.js';
import { createBuiltInReason } from '#domain/create-reason.js';
import { Refused } from '#domain/refusal.js';
import { changeConstants } from '#domain/specification/change-constants.js';
import {
  evolveSpecification,
  UNPUBLISHED,
  type SpecificationState,
} from '#domain/specification/publish-specification.js';
import { ChangeConstants } from '#domain/specification/specification-commands.js';
import type { SpecificationEvent } from '#domain/specification/specification-events.js';
import { streams } from '#domain/stream-names.js';
import { findActor } from '../pipeline/acting-person.js';

const MAX_WAIT_MS = 2_000;
const PAUSE_MS = 20;

interface RunningState extends SpecificationState {
  readonly published: PublishedVersion;
}

@CommandHandler(ChangeConstants)
export class ChangeConstantsHandler implements ICommandHandler<ChangeConstants> {
  constructor(private readonly ports: CommandDependencies) {}

  async execute(command: ChangeConstants): Promise<CommandResult> {
    const { application, context } = command.data;
    return decideAndAppend<RunningState, SpecificationEvent>(this.ports, {
      stream: streams.specification(application),
      context,
      hashPayload: createPayloadHasher(this.ports, command),
      specification: ({ published }) => ({ key: application, version: published.version }),
      fold: async (events) => {
        const state = events.reduce<SpecificationState>(evolveSpecification, UNPUBLISHED);
        return { ...state, published: await this.running(application, state) };
      },
      decide: async ({ published: { specification }, changes }) => {
        const user = await findActor(this.ports, context, specification);
        return changeConstants(command.data, { specification, user, now: this.ports.clock(), changes });
      },
    });
  }

  /** Throws `Refused` NOT_FOUND, UNAVAILABLE. */
  private async running(
    application: string,
    { version, changes }: SpecificationState,
  ): Promise<PublishedVersion> {
    const until = performance.now() + MAX_WAIT_MS;
    for (;;) {
      const published = await this.ports.specifications.current(application);
      if (version === 0 && !published) throw new Refused([createBuiltInReason('NOT_FOUND')]);
      if (published?.version === version && (published.changes ?? 0) === changes) return published;
      if (performance.now() > until) throw new Refused([createBuiltInReason('UNAVAILABLE')]);
      await after(PAUSE_MS);
    }
  }
}
