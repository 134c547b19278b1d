// Items a worker cannot process because of stored data: recorded in the log and left alone until an admin retries or skips them.
import type { CommandBus } from '@nestjs/cqrs';
import { v7 as uuid } from 'uuid';
import { sendCommand } from '#command-handling/send-command.js';
import { SYSTEM } from '#domain/permissions.js';
import { NoteFailedItem, type ProcessManagerName } from '#domain/process-manager/process-manager-commands.js';
import {
  foldProcess,
  type ProcessState,
  type StuckItem,
} from '#domain/process-manager/process-manager-events.js';
import { Refused } from '#domain/refusal.js';
import { streams } from '#domain/stream-names.js';
import type { EventStore } from '#event-store/event-store.js';
import { AdapterError } from '#platform/adapter-error.js';
import type { RunningProjections } from '#projections/running-projections.js';

interface StuckItemsParts {
  readonly process: ProcessManagerName;
  readonly store: Pick<EventStore, 'read'>;
  readonly bus: CommandBus;
  readonly projections: Pick<RunningProjections, 'onWritten'>;
}

/** See `ProcessItemFailed`. */
interface ItemToDo {
  readonly item: string;
  readonly what: string;
  readonly upTo?: string;
}

/** More are no fault of single events: the worker stops as a whole. */
const MOST = 100;
/** Milliseconds between looks for admins' decisions in other processes. */
const KNOWN_FOR_MS = 5_000;

export class StuckItems {
  private known: ProcessState = new Map();
  private knownUntil = 0;

  constructor(private readonly parts: StuckItemsParts) {}

  /** After a decision in this process. Returns the unsubscribe function. */
  onDecided(listener: () => void): () => void {
    const stream = streams.process(this.parts.process);
    return this.parts.projections.onWritten(({ streams: written }) => {
      if (!written.includes(stream)) return;
      this.knownUntil = 0;
      listener();
    });
  }

  /** Throws where too much is stuck for single events to be the cause. */
  async refresh(): Promise<void> {
    if (performance.now() >= this.knownUntil) {
      const { events } = await this.parts.store.read(streams.process(this.parts.process));
      this.known = foldProcess(events);
      this.knownUntil = performance.now() + KNOWN_FOR_MS;
    }
    if (this.of('failed').length > MOST)
      throw new Error(`more than ${MOST} of what was to be done failed (see Status, or daybook projections)`);
  }

  of(status: StuckItem['status']): readonly StuckItem[] {
    return [...this.known.values()].filter((each) => each.status === status);
  }

  get(item: string): StuckItem | undefined {
    return this.known.get(item);
  }

  /** `upTo`: how far it would be processed. */
  isLeftAlone(item: string, upTo?: string): boolean {
    const known = this.known.get(item);
    if (known?.status === 'failed') return true;
    return known?.status === 'skipped' && (known.upTo === null || upTo === undefined || upTo <= known.upTo);
  }

  /** undefined: stuck because of stored data, and recorded. Throws transient errors, and where nothing can be recorded. */
  async unlessStuck<Done>(todo: ItemToDo, work: () => Promise<Done>): Promise<Done | undefined> {
    try {
      return await work();
    } catch (error) {
      if (mayPass(error)) throw error;
      await this.note(todo, error);
      return undefined;
    }
  }

  private async note(
    { item, what, upTo = null }: Omit<ItemToDo, 'upTo'> & { upTo?: string | null },
    error: unknown,
  ): Promise<void> {
    const { process, bus } = this.parts;
    const about = { item, what, upTo, error: error instanceof Error ? error.message : String(error) };
    const context = { actor: SYSTEM.id, commandId: uuid() };
    await sendCommand(bus, new NoteFailedItem({ process, ...about, context }));
    this.known = new Map([...this.known, [item, { ...about, status: 'failed' }]]);
  }
}

/** Damaged and unsupported data last; everything else may pass. */
function mayPass(error: unknown): boolean {
  if (error instanceof AdapterError) return error.kind !== 'damaged';
  return error instanceof Refused && error.reasons.some(({ kind }) => kind === 'unavailable');
}
