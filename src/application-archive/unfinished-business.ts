// Timers that were due, and calls that were open, when the application was exported: the other installation may have
// acted on them, so that nothing acts on them here by itself.
import { evolveCall, INITIAL_CALL, type CallEvent, type CallProgress } from '#domain/call/call-events.js';
import { SYSTEM_ACTOR_ID, type Metadata, type NewEvent, type RecordedEvent } from '#domain/event.js';
import type { RecordCallRequested } from '#domain/record/record-events.js';
import {
  evolveTimers,
  isTimerEvent,
  type TimerEvent,
  type TimerStates,
} from '#domain/record/timers/timer-events.js';
import { parseRecordStream, parseStreamName, streams } from '#domain/stream-names.js';
import { deriveUuid } from '#command-handling/pipeline/command-digests.js';
import type { EventStore } from '#event-store/event-store.js';
import type { Clock } from '../ports/clock.js';

type NotedEvent = Omit<RecordedEvent, 'position'>;

interface OpenCall {
  readonly stream: string;
  readonly record: string;
  readonly call: string;
  readonly progress: CallProgress;
}

export interface WithheldCounts {
  readonly timers: number;
  readonly calls: number;
}

const WHY = 'it was open when its application was imported from another installation, which may have sent it';

export class UnfinishedBusiness {
  private readonly timers = new Map<string, TimerStates>();
  private readonly calls = new Map<string, OpenCall>();

  note(event: NotedEvent): void {
    if (isTimerEvent(event)) this.noteTimers(event);
    else if (event.type === 'record.call-requested')
      this.noteRequest(event as unknown as NotedEvent & RecordCallRequested);
    else this.noteOutcome(event);
  }

  /** Appends the events for it. Repeated after an interruption, it appends what is missing. */
  async withhold(target: {
    readonly store: Pick<EventStore, 'read' | 'append'>;
    readonly clock: Clock;
  }): Promise<WithheldCounts> {
    const now = target.clock();
    let [timers, calls] = [0, 0];
    for (const stream of this.timers.keys()) {
      const { events, version } = await target.store.read(stream);
      const fired = createWithheldTimers(stream, events, now);
      if (fired.length === 0) continue;
      await target.store.append(stream, fired, version);
      timers += fired.length;
    }
    for (const [request, { stream, record, call, progress }] of this.calls) {
      if (progress.status !== 'waiting') continue;
      const { events, version } = await target.store.read(stream);
      if (events.some(({ metadata }) => metadata.archive === undefined)) continue;
      const metadata = createMetadata(deriveUuid(`${stream}\nwithheld`), now, request);
      const id = deriveUuid(`${stream}\nwithheld on import`);
      const data = { record, call, why: WHY };
      await target.store.append(stream, [{ id, type: 'record.call-withheld', data, metadata }], version);
      calls++;
    }
    return { timers, calls };
  }

  private noteTimers(event: NotedEvent & TimerEvent): void {
    const after = evolveTimers(this.timers.get(event.stream) ?? {}, event);
    if (Object.values(after).some(({ due }) => due !== null)) this.timers.set(event.stream, after);
    else this.timers.delete(event.stream);
  }

  /** Back-dated requests are history and are never sent. */
  private noteRequest({ id, stream, data, metadata }: NotedEvent & RecordCallRequested): void {
    const ref = parseRecordStream(stream);
    if (!ref || metadata.effectiveAt !== metadata.archive?.recordedAt) return;
    this.calls.set(id, {
      stream: streams.call(ref.application, ref.entity, id),
      record: ref.id,
      call: data.call,
      progress: INITIAL_CALL,
    });
  }

  private noteOutcome(event: NotedEvent): void {
    const parsed = parseStreamName(event.stream);
    if (parsed?.of !== 'call') return;
    const before = this.calls.get(parsed.id);
    if (!before) return;
    const progress = evolveCall(before.progress, event as unknown as CallEvent);
    if (progress.status === 'done') this.calls.delete(parsed.id);
    else this.calls.set(parsed.id, { ...before, progress });
  }
}

function createWithheldTimers(
  stream: string,
  events: readonly RecordedEvent[],
  now: string,
): readonly NewEvent[] {
  const timers = events.filter((event): event is RecordedEvent & TimerEvent => isTimerEvent(event));
  const state = timers.reduce<TimerStates>(evolveTimers, {});
  return Object.entries(state)
    .flatMap(([timer, { due, since }]) => (due !== null && due <= now ? [{ timer, due, since }] : []))
    .sort((one, other) => (one.due < other.due ? -1 : 1))
    .map(({ timer, due, since }) => {
      const commandId = deriveUuid(`${stream}\n${timer}\n${since}\n${due}`);
      return {
        id: deriveUuid(`${commandId}\nwithheld on import`),
        type: 'record.timer-fired',
        data: { timer, due, outcome: 'withheld' },
        metadata: createMetadata(commandId, now),
      };
    });
}

const createMetadata = (commandId: string, recordedAt: string, causationId?: string): Metadata => ({
  actor: SYSTEM_ACTOR_ID,
  recordedAt,
  commandId,
  correlationId: commandId,
  ...(causationId !== undefined && { causationId }),
});
