import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandResult } from '#domain/command.js';
import { createBuiltInReason } from '#domain/create-reason.js';
import { Refused } from '#domain/refusal.js';
import { streams } from '#domain/stream-names.js';
import { RegisterUser } from '#domain/user/user-commands.js';
import type { UserDecisionContext } from '#domain/user/user-decision-context.js';
import type { UserState } from '#domain/user/user-state.js';
import { CommandDependencies } from '../pipeline/command-dependencies.js';
import { assertRolesExist } from './assert-roles-exist.js';
import { matchesPasswordSet, PASSWORD_PLACEHOLDER, preparePassword } from './passwords/prepare-password.js';
import { claimIdentity } from './identities/claimed-identities.js';
import { claimSignInName, createSignInDigests } from './sign-in-names.js';
import { UserCommandExecutor } from './user-command-executor.js';

@CommandHandler(RegisterUser)
export class RegisterUserHandler implements ICommandHandler<RegisterUser> {
  constructor(
    private readonly ports: CommandDependencies,
    private readonly users: UserCommandExecutor,
  ) {}

  async execute(command: RegisterUser): Promise<CommandResult> {
    const { password, roles = [] } = command.data;
    return this.users.execute(command, {
      check: async () =>
        assertRolesExist(roles, 'roles', async (application) =>
          this.ports.specifications.current(application),
        ),
      preparation: {
        placeholder: password === undefined ? {} : PASSWORD_PLACEHOLDER,
        prepare: async (state) => this.prepare(state, command),
      },
      hasSameSecret: async (events) => password === undefined || matchesPasswordSet(password, events),
    });
  }

  private async prepare(
    state: UserState,
    { data: { id, name, signInName, password, identity, context } }: RegisterUser,
  ): Promise<Partial<UserDecisionContext>> {
    await this.takeId(state, id);
    const prepared = password === undefined ? {} : await preparePassword(password, [name, signInName ?? '']);
    const moment = { context, recordedAt: this.ports.clock() };
    if (identity !== undefined) await claimIdentity(this.ports, identity.identity, id, moment);
    if (prepared.guessable !== undefined || signInName === undefined) return prepared;
    const digests = createSignInDigests(this.ports, signInName);
    await claimSignInName(this.ports, digests, id, moment);
    return { ...digests, ...prepared };
  }

  /** Throws `Refused` ID_TAKEN. */
  private async takeId({ status }: UserState, id: string): Promise<void> {
    if (status !== 'not registered') return;
    if (!(await this.ports.ids.reserve(id, streams.user(id))))
      throw new Refused([createBuiltInReason('ID_TAKEN')]);
  }
}
