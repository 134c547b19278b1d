// Every command on people: what they have in common once Nest has found the handler.
import { phrase } from '#specification/refusal-words/message-parameters.js';
import { Injectable } from '@nestjs/common';
import { decideAndAppend } from '../pipeline/decide-and-append.js';
import { finishPersonErasure } from './finish-person-erasure.js';
import { payloadOf } from '../pipeline/command-digests.js';
import { WritingPorts } from '../pipeline/command-dependencies.js';
import type { CommandResult } from '#domain/command.js';
import type { DecidedEvent, FoldableEvent } from '#domain/event.js';
import { createBuiltInReason, createEntryReason } from '#domain/refusal-reason.js';
import { Refused } from '#domain/refusal.js';
import { isPersonId, streams } from '#domain/stream-names.js';
import type { UserDecisionContext } from '#domain/user/user-decision.js';
import { listNoticeKinds } from '#domain/user/notice-kinds.js';
import { decideUser } from '#domain/user/decide-user.js';
import type { ChooseNotice, UserCommand } from '#domain/user/user-commands.js';
import { INSTALLATION, type UserEvent } from '#domain/user/user-events.js';
import type { UserState } from '#domain/user/user-state.js';
import { SYSTEM } from '#domain/permissions.js';
import { whyGuessable } from './guessable-password.js';
import { hashPassword, isHashOf } from './hash-password.js';
import { sealUserEvents } from './seal-user-events.js';
import { claimSignInName, signInDigests } from './sign-in-names.js';
import type { Operator } from '#domain/authorize-operator.js';
import { changeAdmins, takesAdminAway } from './change-of-admins.js';
import { findPerson, foldUser, operator, operatorInLog, enterNow } from '../pipeline/acting-person.js';
const INSTALLATION_ROLES = ['admin', 'auditor'];

const OF_ONESELF: ReadonlySet<string> = new Set<UserCommand['type']>([
  'NoteSignIn',
  'EndSession',
  'BeginSignIn',
  'NoteFailedSignIn',
  'NoteFailedSigning',
  'AdmitLink',
  'UseLink',
]);

@Injectable()
export class PeopleWriter {
  constructor(private readonly ports: WritingPorts) {}

  /** Throws `Refused`, `EventStoreUnavailable`. */
  async write(command: UserCommand): Promise<CommandResult> {
    if (!isPersonId(command.data.id)) throw new Refused([createBuiltInReason('NOT_FOUND')]);
    return takesAdminAway(command)
      ? changeAdmins(this.ports, command, () => this.writeNow(command))
      : this.writeNow(command);
  }

  private async writeNow(command: UserCommand): Promise<CommandResult> {
    const { id, context } = command.data;
    const decisionContext = {
      operator: await this.operator(command),
      now: this.ports.clock(),
      ...(command.type === 'NameDeputy' && { known: { deputy: await this.worksHere(command.data.deputy) } }),
      ...(command.type === 'ErasePerson' && {
        known: { hasKey: (await this.ports.personalData.findKeyStates([id])).has(id) },
      }),
      ...(command.type === 'ChooseNotice' && { known: { notice: await this.isNoticeKind(command.data) } }),
    };
    await this.rolesMustExist(command);
    const done = await decideAndAppend<UserState, UserEvent>(this.ports, {
      stream: streams.user(id),
      withoutKeys: command.type === 'ErasePerson',
      context,
      payload: payloadOf(this.ports, command),
      fold: foldUser,
      decide: async (state) => this.decide(state, command, decisionContext),
      seal: (events) => sealUserEvents(this.ports.personalData, id, events),
      sameSecret: async (events) => samePassword(command, events),
    });
    if (command.type !== 'ErasePerson') return done;
    const certified = await finishPersonErasure(this.ports, id);
    return { ...certified, already: done.already && certified.already };
  }

  /** Who signs in or out need not be looked up: nothing depends on who they are, and read models may be away. */
  private async operator(command: UserCommand): Promise<Operator> {
    const { type } = command;
    const { id, context } = command.data;
    const system = context.actor === SYSTEM.id;
    if (OF_ONESELF.has(type) && (system || context.actor === id)) return { id: context.actor, admin: false };
    return takesAdminAway(command) ? operatorInLog(this.ports, context) : operator(this.ports, context);
  }

  /** Decided twice where something has to be prepared: what is refused or already so prepares nothing. */
  private async decide(
    state: UserState,
    command: UserCommand,
    decisionContext: UserDecisionContext,
  ): Promise<readonly DecidedEvent<UserEvent>[]> {
    if (carriesPassword(command)) {
      const hash = command.data.password === undefined ? {} : { hash: NOT_HASHED };
      if (decideUser(state, command, { ...decisionContext, ...hash }).length === 0) return [];
      await this.idMustBeFree(state, command);
      return decideUser(state, command, { ...decisionContext, ...(await this.prepared(state, command)) });
    }
    return decideUser(state, command, decisionContext);
  }

  private async idMustBeFree(state: UserState, { type, data: { id } }: UserCommand): Promise<void> {
    if (type !== 'RegisterUser' || state.status !== 'not registered') return;
    if (!(await this.ports.ids.take(id, streams.user(id))))
      throw new Refused([createBuiltInReason('ID_TAKEN')]);
  }

  /** What is refused for its password claims no name. */
  private async prepared(state: UserState, command: WithPassword) {
    const password = command.data.password;
    const guessable =
      password === undefined ? undefined : await whyGuessable(password, about(state, command));
    if (guessable !== undefined) return { hash: NOT_HASHED, guessable };
    const name = command.type === 'RegisterUser' ? command.data.signInName : undefined;
    const identity = name === undefined ? {} : signInDigests(this.ports, name);
    if (name !== undefined)
      await claimSignInName(this.ports, identity, command.data.id, this.moment(command));
    return { ...identity, ...(password !== undefined && { hash: await hashPassword(password) }) };
  }

  private moment({ data: { context } }: { readonly data: Pick<UserCommand['data'], 'context'> }) {
    return { context, recordedAt: this.ports.clock() };
  }

  /** Of applications that are not published yet nothing is known: their roles may be given beforehand. */
  private async rolesMustExist(command: UserCommand): Promise<void> {
    const granted =
      command.type === 'GrantRole'
        ? [command.data]
        : command.type === 'RegisterUser'
          ? command.data.roles
          : command.type === 'NameDeputy' && command.data.application !== null && command.data.role !== null
            ? [{ application: command.data.application, role: command.data.role }]
            : [];
    for (const { application, role } of granted ?? []) {
      const known = await this.rolesOf(application, command);
      if (!known || known.includes(role)) continue;
      const sentence = phrase('entry.no-role', { role, application, known });
      const fields = [command.type === 'NameDeputy' ? 'role' : 'roles'];
      throw new Refused([createEntryReason(sentence, { fields })]);
    }
  }

  private async isNoticeKind({ id, application, call }: ChooseNotice['data']): Promise<boolean> {
    const person = await findPerson(this.ports, id);
    const published = person && (await enterNow(this.ports.specifications, application, person));
    return published !== undefined && listNoticeKinds(published.specification, person!).includes(call);
  }

  private async worksHere(id: string): Promise<boolean> {
    const person = isPersonId(id) ? await findPerson(this.ports, id) : undefined;
    if (!person || person.erased || person.locked) return false;
    return !(await this.ports.lookups.peopleFromLogs([id])).has(id);
  }

  /** Roles are given by admins, who enter all of them; of an application that others do not enter they learn nothing by lending its roles. */
  private async rolesOf(
    application: string,
    { type, data }: UserCommand,
  ): Promise<readonly string[] | undefined> {
    if (application === INSTALLATION) return INSTALLATION_ROLES;
    const { specifications } = this.ports;
    const person = type === 'NameDeputy' ? await findPerson(this.ports, data.id) : undefined;
    const published = person
      ? await enterNow(specifications, application, person)
      : await specifications.current(application);
    return published && Object.keys(published.specification.roles);
  }
}

type WithPassword = Extract<UserCommand, { type: 'RegisterUser' | 'SetPassword' | 'UseLink' }>;

const carriesPassword = (command: UserCommand): command is WithPassword =>
  command.type === 'RegisterUser' || command.type === 'SetPassword' || command.type === 'UseLink';

function about(state: UserState, command: WithPassword): readonly string[] {
  const { name, signInName } =
    command.type === 'RegisterUser'
      ? command.data
      : state.status === 'registered'
        ? state
        : { name: '', signInName: '' };
  return [name, signInName ?? ''];
}

/** Stands in for the hash while it is decided whether there will be one. */
const NOT_HASHED = '';

/** Whether the password that such a command set before is the one that it brings now. */
async function samePassword(
  { data }: UserCommand,
  events: readonly FoldableEvent<UserEvent>[],
): Promise<boolean> {
  const set = events.find((event) => event.type === 'user.password-set');
  if (!('password' in data) || data.password === undefined || !set) return true;
  const hash: unknown = set.data.hash;
  // Of somebody who was erased nothing is left to compare with.
  return typeof hash !== 'string' || isHashOf(hash, data.password);
}
