// Makes a decided event one that can be written: its id, and who, when and why.
import type { CommandContext } from '../domain/command.js';
import type { Decided, Event, Metadata, NewEvent } from '../domain/event.js';
import { eventId } from './derived-uuid.js';

export interface Stamp {
  readonly stream: string;
  readonly context: CommandContext;
  readonly recordedAt: string;
  /** The specification it was decided under. */
  readonly specification?: Metadata['specification'];
  /** Fingerprint of what the command asked for, where it is written down. */
  readonly payload?: string;
  /** What ids of events derive from besides command and place; undefined: type and data, where these are no secret. */
  readonly says?: string;
}

/** What the stream ends with. */
export interface StreamEnd {
  readonly version: number;
  /** Of its last event; undefined: there is none. */
  readonly recordedAt: string | undefined;
}

export const endOf = (
  events: readonly { readonly version: number; readonly metadata: Pick<Metadata, 'recordedAt'> }[],
  version: number,
): StreamEnd => ({ version, recordedAt: events.at(-1)?.metadata.recordedAt });

/**
 * Stamps events that will follow the end of the stream. Recorded times never run backwards in a stream: where the clock says
 * less than was said before, it says what was said before.
 */
export function stamped<E extends Event>(
  stamp: Stamp,
  decided: readonly Decided<E>[],
  end: StreamEnd,
): NewEvent<E>[] {
  const { stream, context } = stamp;
  const recordedAt = later(stamp.recordedAt, end.recordedAt);
  return decided.map((event, index) => ({
    id: eventId(context.commandId, stream, end.version + index + 1, stamp.says ?? saying(event)),
    type: event.type,
    data: event.data,
    metadata: metadata({ ...stamp, recordedAt }, event),
  }));
}

/** Instants may be written in more than one way: compared as times. */
function later(now: string, last: string | undefined): string {
  return last !== undefined && Date.parse(last) > Date.parse(now) ? last : now;
}

const saying = ({ type, data }: Event): string => JSON.stringify([type, data]);

function metadata({ context, recordedAt, specification, payload }: Stamp, { said }: Decided): Metadata {
  const { actor, commandId, correlationId = commandId, causationId, effectiveAt } = context;
  return {
    actor,
    recordedAt,
    commandId,
    correlationId,
    ...(causationId !== undefined && { causationId }),
    ...(payload !== undefined && { payload }),
    ...(specification && { specification }),
    ...(effectiveAt !== undefined && { effectiveAt }),
    ...said,
  };
}

/** As it stamps events of whichever streams a claim is written to. */
export type ClaimStamp = Omit<Stamp, 'stream'>;
