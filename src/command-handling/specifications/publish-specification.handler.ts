import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { isBlank } from '#specification/model/stored-value.js';
import { retryUntilAppended, decideAndAppend } from '../pipeline/decide-and-append.js';
import { createPayloadHasher } from '../pipeline/command-digests.js';
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
import { SpecificationRefusedError } from '#domain/specification/specification-refused-error.js';
import { streams } from '#domain/stream-names.js';
import { assertAdmin } from '#domain/authorize-operator.js';
import { runWithCommandDeadline } from '../pipeline/command-deadline.js';
import { findOperator } from '../pipeline/acting-person.js';
import { checkUpgradeConditions } from './check-upgrade-conditions.js';
import { SpecificationUpgrades } from './specification-upgrades.js';

interface Publishing {
  readonly key: string;
  readonly name: string;
  /** Log position; undefined: no check needed. */
  readonly checkedUpTo: number | undefined;
}

const MAX_WAIT_MS = 8_000;

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
    private readonly upgrades: SpecificationUpgrades,
  ) {}

  /** Throws `SpecificationRefusedError`, `Refused`, `EventStoreUnavailable`. */
  async execute(command: PublishSpecification): Promise<CommandResult> {
    const { text, context } = command.data;
    assertAdmin(await findOperator(this.ports, context), 'to.publish');
    const { problems, key = '', name = '' } = await this.checks.check(text);
    if (problems.length > 0) throw new SpecificationRefusedError(problems);
    // Large documents take time, so each access to the log has its deadline.
    return retryUntilAppended(async () => {
      const before = await runWithCommandDeadline(() => this.published(key));
      const checkedUpTo =
        before.version > 0 && before.text !== text
          ? await this.assertUpgradeConditions(key, text)
          : undefined;
      return runWithCommandDeadline(() => this.unlessOvertaken(command, { key, name, checkedUpTo }, before));
    }).then(async (written) => this.migrateAfterPublication(key, written));
  }

  /** Migration goes on in the background after a time limit. */
  private async migrateAfterPublication(key: string, written: CommandResult): Promise<CommandResult> {
    const position = await this.migrateHolders(key).catch(() => 0);
    return { ...written, position: Math.max(written.position, position) };
  }

  private async migrateHolders(key: string): Promise<number> {
    await this.ports.specifications.upToDate?.();
    const published = await this.ports.specifications.current(key);
    if (!published) return 0;
    const until = performance.now() + MAX_WAIT_MS;
    const { position } = await this.upgrades.migrateRecordsAndPeople(
      published,
      () => performance.now() < until,
    );
    if (position > 0) await this.ports.lookups.countUsage(key, [], '').catch(() => {});
    return position;
  }

  private async published(key: string): Promise<SpecificationState> {
    const { events } = await this.ports.store.read(streams.specification(key));
    return stateOf(events as readonly RecordedEvent[] as readonly SpecificationEvent[]);
  }

  /** undefined: another publication won. */
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
    { key, name, checkedUpTo }: Publishing,
    compared: SpecificationState,
  ): Promise<CommandResult> {
    const { text, reason, context } = command.data;
    const why = reason === undefined || isBlank(reason) ? {} : { reason };
    return decideAndAppend<SpecificationState, SpecificationEvent>(this.ports, {
      stream: streams.specification(key),
      context,
      hashPayload: createPayloadHasher(this.ports, command),
      fold: stateOf,
      decide: (state) => {
        const checked = checkedUpTo === undefined ? {} : { asked: checkedUpTo };
        const events = publishSpecification(state, { key, name, text, ...checked, ...why });
        if (events.length > 0 && state.version !== compared.version) throw new PublicationOvertaken();
        return events;
      },
    });
  }

  /** Returns the checked log position. Throws `SpecificationRefusedError`. */
  private async assertUpgradeConditions(key: string, text: string): Promise<number> {
    const { problems, position } = await checkUpgradeConditions(this.ports, this.checks, key, text);
    if (problems.length > 0) throw new SpecificationRefusedError(problems);
    return position;
  }
}
