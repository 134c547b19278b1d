// What German has its own words for, of each type of event.
import type { Event, EventType } from '#domain/event.js';

/** A type without German words does not compile. */
export type GermanWords<E extends Event> = {
  readonly [Type in E['type']]: Pick<
    EventType<Extract<E, { readonly type: Type }>['data']>,
    'verbPhrase' | 'connector' | 'title' | 'describe'
  >;
};
