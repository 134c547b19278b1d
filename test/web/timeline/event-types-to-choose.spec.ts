import { describe, expect, it } from '@jest/globals';
import { eventTypes } from '#domain/event-types.js';
import { eventTypesToChoose } from '#web/timeline/timeline-choices.js';
import { translatorFor } from '#views/messages/translate.js';

const typesFor = (chosen: string, language: 'en' | 'de' = 'en') =>
  eventTypesToChoose(chosen, translatorFor(language)).flatMap(({ options }) =>
    options.map(({ value }) => value),
  );

describe('kinds of events to filter by', () => {
  it.each(['en', 'de'] as const)('are grouped, without sign-ins and internal ones (%s)', (language) => {
    const types = typesFor('', language);
    expect(types).toEqual(expect.arrayContaining(['record.opened', 'user.registered']));
    for (const internal of ['number.taken', 'value.claimed', 'user.signed-in'])
      expect(types).not.toContain(internal);
    expect(typesFor('record.opened', language)).toEqual(types);
  });

  it.each(['all', 'internal', 'sign-ins', 'number.taken'])('are all there where “%s” is chosen', (chosen) => {
    expect(typesFor(chosen).toSorted()).toEqual(Object.keys(eventTypes).toSorted());
  });
});
