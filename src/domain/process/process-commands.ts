// Commands on one process manager: it records failed items, which admins retry or skip.
import type { CommandContext } from '../command.js';
import type { ProcessItemFailed } from './process-events.js';

export const PROCESS_NAMES = ['outbox', 'timer-firing', 'upgrades'] as const;
export type ProcessName = (typeof PROCESS_NAMES)[number];

export const isProcessName = (name: string): name is ProcessName =>
  (PROCESS_NAMES as readonly string[]).includes(name);

interface ProcessCommandTarget {
  readonly process: ProcessName;
  readonly context: CommandContext;
}

export class NoteFailedItem {
  readonly type = 'NoteFailedItem';
  constructor(readonly data: ProcessCommandTarget & Omit<ProcessItemFailed['data'], 'process'>) {}
}

/** Without `item`: everything that failed, but nothing that was skipped. */
export class RetryItem {
  readonly type = 'RetryItem';
  constructor(readonly data: ProcessCommandTarget & { readonly item?: string }) {}
}

/** Skips the item for good. */
export class SkipItem {
  readonly type = 'SkipItem';
  constructor(readonly data: ProcessCommandTarget & { readonly item: string; readonly reason: string }) {}
}

export type ProcessCommand = NoteFailedItem | RetryItem | SkipItem;
