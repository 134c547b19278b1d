import type { Event, EventType } from '#domain/event.js';

/** Event types without German texts do not compile. */
export type GermanEventTextsOf<E extends Event> = {
  readonly [Type in E['type']]: Pick<
    EventType<Extract<E, { readonly type: Type }>['data']>,
    'verbPhrase' | 'connector' | 'title' | 'describe'
  >;
};
