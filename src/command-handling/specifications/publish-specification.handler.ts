// Answers PublishSpecification: the document is checked, compared with what was recorded, and becomes the next one.
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { isBlank } from '#specification/model/stored-value.js';
import { retryUntilAppended, decideAndAppend } from '../pipeline/decide-and-append.js';
import { payloadHasher } from '../pipeline/command-digests.js';
import { DOCUMENT_CHECKS, type DocumentChecks } from '#ports/document-checks.js';
import { CommandDependencies } from '../pipeline/command-dependencies.js';
import type { CommandResult } from '#domain/command.js';
import type { RecordedEvent } from '#domain/event.js';
import {
  evolveSpecification,
  publishSpecification,
  UNPUBLISHED,
  type SpecificationState,
} from '#domain/specification/publish-specification.js';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import type { SpecificationEvent } from '#domain/specification/specification-events.js';
import { SpecificationRefused } from '#domain/specification/specification-refused.js';
import { streams } from '#domain/stream-names.js';
import { assertAdmin } from '#domain/authorize-operator.js';
import { withDeadline } from '../pipeline/command-deadline.js';
import { findOperator } from '../pipeline/acting-person.js';
import { checkUpgradeConditions } from './unmet-conditions.js';
import { Upgrades } from './upgrades.js';

interface Publishing {
  readonly key: string;
  readonly name: string;
  /** Up to which position of the log records were asked; undefined: there was nothing to ask. */
  readonly asked: number | undefined;
}

/** Longer nobody waits for records to come under a version. */
const PATIENCE_MS = 8_000;

class PublicationOvertaken extends Error {
  override readonly name = 'PublicationOvertaken';
}

const stateOf = (events: readonly SpecificationEvent[]): SpecificationState =>
  events.reduce<SpecificationState>(evolveSpecification, UNPUBLISHED);

@CommandHandler(PublishSpecification)
export class PublishSpecificationHandler implements ICommandHandler<PublishSpecification> {
  constructor(
    private readonly ports: CommandDependencies,
    @Inject(DOCUMENT_CHECKS) private readonly checks: DocumentChecks,
    private readonly upgrades: Upgrades,
  ) {}

  /** Throws `SpecificationRefused`, `Refused`, `EventStoreUnavailable`. */
  async execute(command: PublishSpecification): Promise<CommandResult> {
    const { text, context } = command.data;
    assertAdmin(await findOperator(this.ports, context), 'to.publish');
    const { problems, key = '', name = '' } = await this.checks.check(text);
    if (problems.length > 0) throw new SpecificationRefused(problems);
    // A large document takes its time: only what the log is asked has a deadline.
    return retryUntilAppended(async () => {
      const before = await withDeadline(() => this.published(key));
      const asked = before.version > 0 && before.text !== text ? await this.mustKeep(key, text) : undefined;
      return withDeadline(() => this.unlessOvertaken(command, { key, name, asked }, before));
    }).then(async (written) => this.broughtUnder(key, written));
  }

  /** Whatever the version calls otherwise is called so when the answer is there; of very much the rest follows. */
  private async broughtUnder(key: string, written: CommandResult): Promise<CommandResult> {
    const position = await this.bringUnder(key).catch(() => 0);
    return { ...written, position: Math.max(written.position, position) };
  }

  /** It is published in any case: what cannot be done now, the process that looks after it does later. */
  private async bringUnder(key: string): Promise<number> {
    await this.ports.specifications.upToDate?.();
    const published = await this.ports.specifications.current(key);
    if (!published) return 0;
    const until = performance.now() + PATIENCE_MS;
    const { position } = await this.upgrades.migrateHolders(published, () => performance.now() < until);
    // Others than who published see it so from then on as well.
    if (position > 0) await this.ports.lookups.recordedUse(key, [], '').catch(() => {});
    return position;
  }

  private async published(key: string): Promise<SpecificationState> {
    const { events } = await this.ports.store.read(streams.specification(key));
    return stateOf(events as readonly RecordedEvent[] as readonly SpecificationEvent[]);
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
    { key, name, asked }: Publishing,
    compared: SpecificationState,
  ): Promise<CommandResult> {
    const { text, reason, context } = command.data;
    const why = reason === undefined || isBlank(reason) ? {} : { reason };
    return decideAndAppend<SpecificationState, SpecificationEvent>(this.ports, {
      stream: streams.specification(key),
      context,
      hashPayload: payloadHasher(this.ports, command),
      fold: stateOf,
      decide: (state) => {
        const looked = asked === undefined ? {} : { asked };
        const events = publishSpecification(state, { key, name, text, ...looked, ...why });
        if (events.length > 0 && state.version !== compared.version) throw new PublicationOvertaken();
        return events;
      },
    });
  }

  /** Returns up to which position of the log records were asked. Throws `SpecificationRefused`. */
  private async mustKeep(key: string, text: string): Promise<number> {
    const { problems, position } = await checkUpgradeConditions(this.ports, this.checks, key, text);
    if (problems.length > 0) throw new SpecificationRefused(problems);
    return position;
  }
}
