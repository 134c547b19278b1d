// Makes a decided event one that can be written: its id, and who, when and why.
import type { CommandContext } from '../domain/command.js';
import type { Decided } from '../domain/decider.js';
import type { Event, Metadata, NewEvent } from '../domain/event.js';
import { eventId } from './event-id.js';

export interface Stamp {
  readonly stream: string;
  readonly context: CommandContext;
  readonly recordedAt: string;
  /** The specification it was decided under. */
  readonly specification?: Metadata['specification'];
}

/** Stamps events that will follow version `after` of the stream. */
export function stamped<E extends Event>(
  stamp: Stamp,
  decided: readonly Decided<E>[],
  after: number,
): NewEvent<E>[] {
  const { stream, context } = stamp;
  return decided.map((event, index) => ({
    id: eventId(context.commandId, stream, after + index + 1),
    type: event.type,
    data: event.data,
    metadata: metadata(stamp, event),
  }));
}

function metadata({ context, recordedAt, specification }: Stamp, { said }: Decided): Metadata {
  const { actor, commandId, correlationId = commandId, causationId, effectiveAt } = context;
  return {
    actor,
    recordedAt,
    commandId,
    correlationId,
    ...(causationId !== undefined && { causationId }),
    ...(specification && { specification }),
    ...(effectiveAt !== undefined && { effectiveAt }),
    ...said,
  };
}
