// Commands on one process manager: it records failed items, which admins retry or skip.
import { Command, type CommandContext } from '../command.js';
import type { ProcessItemFailed } from './process-events.js';

export const PROCESS_NAMES = ['outbox', 'timer-firing', 'upgrades'] as const;
export type ProcessName = (typeof PROCESS_NAMES)[number];

export const isProcessName = (name: string): name is ProcessName =>
  (PROCESS_NAMES as readonly string[]).includes(name);

interface ProcessCommandTarget {
  readonly process: ProcessName;
  readonly context: CommandContext;
}

export class NoteFailedItem extends Command<
  ProcessCommandTarget & Omit<ProcessItemFailed['data'], 'process'>
> {
  readonly type = 'NoteFailedItem';
}

/** Without `item`: everything that failed, but nothing that was skipped. */
export class RetryItem extends Command<ProcessCommandTarget & { readonly item?: string }> {
  readonly type = 'RetryItem';
}

export class SkipItem extends Command<
  ProcessCommandTarget & { readonly item: string; readonly reason: string }
> {
  readonly type = 'SkipItem';
}

export type ProcessCommand = NoteFailedItem | RetryItem | SkipItem;
