import { Command, type CommandContext } from '../command.js';
import type { ProcessItemFailed } from './process-manager-events.js';

export const PROCESS_NAMES = ['outbox', 'timer-firing', 'upgrades'] as const;
export type ProcessManagerName = (typeof PROCESS_NAMES)[number];

export const isProcessName = (name: string): name is ProcessManagerName =>
  (PROCESS_NAMES as readonly string[]).includes(name);

interface ProcessCommandTarget {
  readonly process: ProcessManagerName;
  readonly context: CommandContext;
}

export class NoteFailedItem extends Command<
  ProcessCommandTarget & Omit<ProcessItemFailed['data'], 'process'>
> {
  readonly type = 'NoteFailedItem';
}

/** A command without `item` retries all failed items, not skipped ones. */
export class RetryItem extends Command<ProcessCommandTarget & { readonly item?: string }> {
  readonly type = 'RetryItem';
}

export class SkipItem extends Command<
  ProcessCommandTarget & { readonly item: string; readonly reason: string }
> {
  readonly type = 'SkipItem';
}

export type ProcessManagerCommand = NoteFailedItem | RetryItem | SkipItem;
