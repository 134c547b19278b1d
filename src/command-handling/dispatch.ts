// The way of a command to who answers it: over Nest's bus, with one deadline for all it does, and in a queue with what is asked of the
// same stream.
import { type CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CallCommand } from '../domain/call/call-commands.js';
import type { CommandResult } from '../domain/command.js';
import type { EraseRecord, RecordCommand } from '../domain/record/record-commands.js';
import {
  PublishSpecification,
  type ChangeConstants,
} from '../domain/specification/specification-commands.js';
import type { UserCommand } from '../domain/user/user-commands.js';
import { Inject, type Type } from '@nestjs/common';
import { EventStoreUnavailable, type EventStore } from '../event-store/event-store.js';
import { contextVariable, withTimeout } from '../platform/awaiting.js';

export type DaybookCommand =
  RecordCommand | EraseRecord | CallCommand | UserCommand | ChangeConstants | PublishSpecification;

/** Sends a command to its handler. Throws `Refused`, `SpecificationRefused`, `EventStoreUnavailable`. */
export async function dispatch(bus: CommandBus, command: DaybookCommand): Promise<CommandResult> {
  const execute = () => bus.execute<DaybookCommand, CommandResult>(command);
  // A document is checked for as long as it is long: only its questions to the store have an end.
  return command instanceof PublishSpecification ? execute() : withDeadline(execute);
}

/** Answers all commands of a family. */
interface CommandWriter<C> {
  write(command: C): Promise<CommandResult>;
}

/**
 * Handlers that only hand on to their family's service, one for each command: a family with a command that nobody answers does
 * not compile.
 */
export function handlersOf<C extends { readonly type: string }>(
  service: Type<CommandWriter<C>>,
  commands: { readonly [Name in C['type']]: Type<Extract<C, { readonly type: Name }>> },
): readonly Type<ICommandHandler>[] {
  return Object.values<Type<unknown>>(commands).map((command) => handlerOf(service, command));
}

function handlerOf<C>(service: Type<CommandWriter<C>>, command: Type<unknown>): Type<ICommandHandler> {
  @CommandHandler(command as never)
  class Handler {
    constructor(@Inject(service) private readonly answering: CommandWriter<C>) {}

    async execute(said: C): Promise<CommandResult> {
      return this.answering.write(said);
    }
  }
  return Handler;
}

/** Milliseconds. Longer than adapters try by themselves, so that their answer comes first where there is one. */
export const LONGEST_WAIT = 8_000;

/** One for all that a command does: from when it came, over its waiting for others, to every question to the event store. */
const deadlines = contextVariable<number>();

/** Whoever asks is told after so many milliseconds at the latest that it did not work. */
export const withDeadline = <T>(work: () => Promise<T>, milliseconds = LONGEST_WAIT): Promise<T> =>
  deadlines.run(performance.now() + milliseconds, work);

/** By `performance.now()`: of the command that is at work; of what is none (an import, a start), this question's own. */
export const deadline = (): number => deadlines.get() ?? performance.now() + LONGEST_WAIT;

/** Milliseconds after the deadline: what the engine has to say about it then is better than what is said here. */
const AFTERWARDS = 250;

/**
 * The event store as commands ask it: each question ends with the command's deadline, also where an engine does not answer at all. Throws
 * `EventStoreUnavailable` once it is too late; of an append it is then not known whether it was written.
 */
export function storeWithDeadline(store: EventStore): Pick<EventStore, 'read' | 'append'> {
  const ask = <T>(question: (until: number) => Promise<T>): Promise<T> => {
    const until = deadline();
    const left = Math.max(0, Math.round(until - performance.now()));
    const late = () => new EventStoreUnavailable(`The event store has not answered for ${left} ms.`);
    return withTimeout(left + AFTERWARDS, question(until), late);
  };
  return {
    read: async (stream, from) => ask((until) => store.read(stream, from, until)),
    append: async (stream, events, expectedVersion) =>
      ask((until) => store.append(stream, events, expectedVersion, until)),
  };
}

/** Its turn did not come in time; the work was not begun, and will not be. */
export class QueuedTooLong extends Error {
  override readonly name = 'QueuedTooLong';
}

const tooLate = () => new QueuedTooLong('others were at work for too long');

/** One at a time for each key, in the order of asking. */
export class KeyedQueue {
  private readonly last = new Map<string, Promise<unknown>>();

  /**
   * Runs the work when all earlier work of the same key has ended, however it ended. Throws `QueuedTooLong` where that is not
   * before `until` (by `performance.now()`).
   */
  async take<T>(key: string, work: () => Promise<T>, until = Infinity): Promise<T> {
    const before = this.last.get(key);
    let isGivenUp = false;
    const begin = () => {
      if (isGivenUp) throw tooLate();
      return work();
    };
    const mine = before ? before.then(begin, begin) : work();
    this.last.set(key, mine);
    try {
      if (before) await turnAfter(before, until);
      return await mine;
    } catch (error) {
      isGivenUp = true;
      throw error;
    } finally {
      void mine.catch(() => {}).then(() => this.last.get(key) === mine && this.last.delete(key));
    }
  }
}

async function turnAfter(before: Promise<unknown>, until: number): Promise<void> {
  const ended = before.then(nothing, nothing);
  if (until === Infinity) return ended;
  await withTimeout(Math.max(0, until - performance.now()), ended, tooLate);
}

const nothing = () => {};
