// What is told where the log cannot be read as it should be: where, what follows, and the way out.
import { LOG_TROUBLE, type Trouble } from '#platform/troubles.js';
import type { AppendTooLarge, DamagedEvent, EventStoreUnavailable, StreamCut } from '../event-store.js';
import type { UnfitLog } from './server-errors.js';

/** `shown`: the server. */
export const serverLogDamage = (shown: string, { place, message }: DamagedEvent): Trouble => ({
  about: LOG_TROUBLE,
  what:
    `In the log on ${shown}, ${message}. Nothing is written any more, since pages would never show it; what stands before that event ` +
    'is shown. Without a backup, `daybook copy` takes the events before it into a new log.',
  shown: `the log is damaged at event ${place.position}`,
  grave: true,
});

export const unfit = ({ message }: UnfitLog): Trouble => ({
  about: LOG_TROUBLE,
  what: message,
  shown: 'the log cannot be used any further',
  grave: true,
});

/** Told once: whoever sends it hears it each time. */
export const tooLarge = ({ message }: AppendTooLarge): Trouble => ({
  about: 'size of an append',
  what: message,
  shown: 'something was too large to be stored',
  grave: false,
});

/** Everything else goes on: one stream is not the log. */
export const cut = ({ stream, message }: StreamCut): Trouble => ({
  about: ofStream(stream),
  what: message,
  // Which one is nobody's business who is not signed in.
  shown:
    'events are missing from a stream of the log: its log lines, the status page and `daybook status` say from which',
  grave: true,
});

export const ofStream = (stream: string): string => `stream ${stream}`;

/** Health asks for itself: this is for the log, so that an outage does not pass without a line. */
export const away = ({ message }: EventStoreUnavailable): Trouble => ({
  about: AWAY,
  what: `${message} Nothing can be saved until it does; it is asked again and again.`,
  shown: 'the event store does not answer',
  grave: false,
});

export const AWAY = 'event store';
