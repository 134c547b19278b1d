// Requested calls and mails without an outcome: a copy sends none of them.
import { evolveCall, INITIAL_CALL, type CallEvent, type CallProgress } from '#domain/call/call-events.js';
import type { RecordedEvent } from '#domain/event.js';
import { parseStreamName } from '#domain/stream-names.js';

export class UnsentCallCounter {
  private readonly open = new Map<string, CallProgress>();

  addEvent(event: RecordedEvent): void {
    if (event.type === 'record.call-requested') this.open.set(event.id, INITIAL_CALL);
    const stream = event.type.startsWith('record.call-') ? parseStreamName(event.stream) : undefined;
    const before = stream?.of === 'call' ? this.open.get(stream.id) : undefined;
    if (stream?.of !== 'call' || !before) return;
    const after = evolveCall(before, event as RecordedEvent & CallEvent);
    if (after.status === 'done') this.open.delete(stream.id);
    else this.open.set(stream.id, after);
  }

  get count(): number {
    return [...this.open.values()].filter(({ status }) => status === 'waiting').length;
  }
}
