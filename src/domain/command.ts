// What every command carries besides its data: who, when, and its identity.

import type { CommandLineOperator } from './event.js';

export interface CommandContext {
  /** Id of the person, or `system` (first start, demo data, an account of the operating system on the command line). */
  readonly actor: string;
  /** Given on the command line, which may do what the system may: who has the machine has the log. */
  readonly commandLine?: CommandLineOperator;
  /** From the form or the Idempotency-Key header; the same id twice happens once. */
  readonly commandId: string;
  readonly correlationId?: string;
  readonly causationId?: string;
  /** A back-dated fact: when it happened, if not now. */
  readonly effectiveAt?: string;
  /** Calls whose answers led to this command. */
  readonly afterCalls?: readonly string[];
}

/** Where a command's events are: pages that follow wait until their read models have passed the position. */
export interface CommandResult {
  /** Version of the stream now. */
  readonly version: number;
  readonly position: number;
  /** true: nothing was appended, the command had been done or changed nothing. */
  readonly already: boolean;
  /** Calls and mails that were not asked for, since it is told of the past. */
  readonly unsent?: number;
}
