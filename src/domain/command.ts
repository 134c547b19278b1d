// What every command carries besides its data.

import type { CommandLineOperator } from './event.js';

export interface CommandContext {
  /** Id of the person, or `system` (first start, demo data, command line). */
  readonly actor: string;
  /** Set for commands from the command line, which have the rights of the system. */
  readonly commandLine?: CommandLineOperator;
  /** From the form or the Idempotency-Key header; a command is executed once per id. */
  readonly commandId: string;
  readonly correlationId?: string;
  readonly causationId?: string;
  readonly effectiveAt?: string;
  readonly afterCalls?: readonly string[];
}

/** Pages wait until their read models have reached the position. */
export interface CommandResult {
  readonly version: number;
  readonly position: number;
  readonly already: boolean;
  /** Number of calls and mails suppressed because the command is back-dated. */
  readonly unsent?: number;
}

/** Base of every command: names what it carries, and what its handler returns. */
export abstract class Command<Data, Result = CommandResult> {
  declare protected readonly result?: Result;

  constructor(readonly data: Data) {}
}
