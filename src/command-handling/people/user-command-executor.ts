import { Injectable } from '@nestjs/common';
import type { CommandResult } from '#domain/command.js';
import type { FoldableEvent } from '#domain/event.js';
import type { Operator } from '#domain/authorize-operator.js';
import { SYSTEM } from '#domain/permissions.js';
import { createBuiltInReason } from '#domain/create-reason.js';
import { Refused } from '#domain/refusal.js';
import { isPersonId, streams } from '#domain/stream-names.js';
import { decideUser } from '#domain/user/decide-user.js';
import type { UserCommand } from '#domain/user/user-commands.js';
import type { UserDecisionContext } from '#domain/user/user-decision-context.js';
import type { UserEvent } from '#domain/user/user-events.js';
import type { UserState } from '#domain/user/user-state.js';
import { foldUser, findOperator, findOperatorInLog } from '../pipeline/acting-person.js';
import { createPayloadHasher } from '../pipeline/command-digests.js';
import { CommandDependencies } from '../pipeline/command-dependencies.js';
import { decideAndAppend } from '../pipeline/decide-and-append.js';
import { serializeAdminRemoval, isActedByPerson } from './serialize-admin-removal.js';
import { sealUserEvents } from './seal-user-events.js';

/** Costly, or with side effects: runs only if the decision will write. */
export interface UserCommandPreparation {
  readonly placeholder: Partial<UserDecisionContext>;
  prepare(state: UserState): Promise<Partial<UserDecisionContext>>;
}

export interface UserCommandOptions {
  /** true: works without read models. */
  readonly isOwnAct?: boolean;
  /** true: serialized with such changes of all processes. */
  readonly takesAdminAway?: boolean;
  readonly withoutKeys?: boolean;
  readonly preparation?: UserCommandPreparation;
  lookUp?(): Promise<UserDecisionContext['known']>;
  /** Throws `Refused`. */
  check?(): Promise<void>;
  hasSameSecret?(events: readonly FoldableEvent<UserEvent>[]): Promise<boolean>;
  finish?(): Promise<CommandResult>;
}

@Injectable()
export class UserCommandExecutor {
  constructor(private readonly ports: CommandDependencies) {}

  async execute(command: UserCommand, options: UserCommandOptions = {}): Promise<CommandResult> {
    // Accounts are changed by people: no API token makes tokens, gives roles or names deputies.
    if (command.data.context.program) throw new Refused([createBuiltInReason('NOT_FOR_TOKENS')]);
    if (!isPersonId(command.data.id)) throw new Refused([createBuiltInReason('NOT_FOUND')]);
    return options.takesAdminAway && isActedByPerson(command)
      ? serializeAdminRemoval(this.ports, command, async () =>
          this.write(command, options, await findOperatorInLog(this.ports, command.data.context)),
        )
      : this.write(command, options, await this.findOperator(command, options));
  }

  private async write(
    command: UserCommand,
    options: UserCommandOptions,
    actor: Operator,
  ): Promise<CommandResult> {
    const { id, context } = command.data;
    const known = await options.lookUp?.();
    const decisionContext = { operator: actor, now: this.ports.clock(), ...(known && { known }) };
    await options.check?.();
    const written = await decideAndAppend<UserState, UserEvent>(this.ports, {
      stream: streams.user(id),
      readsWithoutKeys: options.withoutKeys ?? false,
      context,
      hashPayload: createPayloadHasher(this.ports, command),
      fold: foldUser,
      decide: async (state) => decidePrepared(state, command, decisionContext, options.preparation),
      seal: (events) => sealUserEvents(this.ports.personalData, id, events),
      hasSameSecret: async (events) => options.hasSameSecret?.(events) ?? true,
    });
    if (!options.finish) return written;
    const finished = await options.finish();
    return { ...finished, already: written.already && finished.already };
  }

  private async findOperator(
    { data: { id, context } }: UserCommand,
    { isOwnAct }: UserCommandOptions,
  ): Promise<Operator> {
    if (isOwnAct && (context.actor === SYSTEM.id || context.actor === id))
      return { id: context.actor, admin: false };
    return findOperator(this.ports, context);
  }
}

async function decidePrepared(
  state: UserState,
  command: UserCommand,
  decisionContext: UserDecisionContext,
  preparation: UserCommandPreparation | undefined,
) {
  if (!preparation) return decideUser(state, command, decisionContext);
  const draft = decideUser(state, command, { ...decisionContext, ...preparation.placeholder });
  if (draft.length === 0) return [];
  return decideUser(state, command, { ...decisionContext, ...(await preparation.prepare(state)) });
}
