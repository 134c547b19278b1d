import type { ActingProgram } from './acting-program.js';
import type { CommandLineOperator } from './event.js';

export interface CommandContext {
  /** Id of the person, or `system`. */
  readonly actor: string;
  /** Commands from the command line have the rights of the system. */
  readonly commandLine?: CommandLineOperator;
  /** Commands of a program have what its token leaves of the actor's rights. */
  readonly program?: ActingProgram;
  /** From the form or the Idempotency-Key header; executed once. */
  readonly commandId: string;
  readonly correlationId?: string;
  readonly causationId?: string;
  readonly effectiveAt?: string;
  readonly afterCalls?: readonly string[];
}

export interface CommandResult {
  readonly version: number;
  readonly position: number;
  readonly already: boolean;
  /** Calls and mails suppressed because the command is back-dated. */
  readonly unsent?: number;
}

/** The `type` of a command never changes: it is hashed into the metadata of events, which recognise a repeat by it. */
export abstract class Command<Data, Result = CommandResult> {
  declare protected readonly result?: Result;

  constructor(readonly data: Data) {}
}
