// What a process that does things by itself could not do because of what is stored about it: noted in the log, and left alone until an admin has
// it tried again or left out. Everything else goes on.
import type { CommandBus } from '@nestjs/cqrs';
import { v7 as uuid } from 'uuid';
import { sendCommand } from '#command-handling/send-command.js';
import { SYSTEM } from '#domain/permissions.js';
import { NoteFailedItem, type ProcessName } from '#domain/process/process-commands.js';
import { foldProcess, type ProcessState, type StuckItem } from '#domain/process/process-events.js';
import { Refused } from '#domain/refusal.js';
import { streams } from '#domain/stream-names.js';
import type { EventStore } from '#event-store/event-store.js';
import { PortFailure } from '#platform/port-failure.js';
import type { RunningProjections } from '#projections/running-projections.js';

interface StuckItemsParts {
  readonly process: ProcessName;
  readonly store: Pick<EventStore, 'read'>;
  readonly bus: CommandBus;
  readonly projections: Pick<RunningProjections, 'onWritten'>;
}

/** What was to be done, and how far: see `ProcessItemFailed`. */
interface ItemToDo {
  readonly item: string;
  readonly what: string;
  readonly upTo?: string;
}

/** More than this are no fault of single events: the process stops as a whole, and says so. */
const MOST = 100;
/** What admins decide in another process is looked for so often, in milliseconds. */
const KNOWN_FOR_MS = 5_000;

export class StuckItems {
  private known: ProcessState = new Map();
  private knownUntil = 0;

  constructor(private readonly parts: StuckItemsParts) {}

  /** Calls back when an admin has decided something, where this process hears of it. Returns what ends it. */
  onDecided(listener: () => void): () => void {
    const stream = streams.process(this.parts.process);
    return this.parts.projections.onWritten(({ streams: written }) => {
      if (!written.includes(stream)) return;
      this.knownUntil = 0;
      listener();
    });
  }

  /** Reads what is known, where that may have changed. Throws where too much is stuck for single events to be the cause. */
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

  /** Whether it is not to be done now. `upTo`: how far it would be done. */
  isLeftAlone(item: string, upTo?: string): boolean {
    const known = this.known.get(item);
    if (known?.status === 'failed') return true;
    return known?.status === 'skipped' && (known.upTo === null || upTo === undefined || upTo <= known.upTo);
  }

  /**
   * Does it, and notes what is wrong with it where that lies in what is stored. undefined: so it was. Throws what may pass by itself, such as an
   * engine that is away, and where nothing can be noted.
   */
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

/** Of what is stored it lies with what is damaged, and with what this program cannot take: everything else may be well in a moment. */
function mayPass(error: unknown): boolean {
  if (error instanceof PortFailure) return error.failure !== 'damaged';
  return error instanceof Refused && error.reasons.some(({ kind }) => kind === 'unavailable');
}
