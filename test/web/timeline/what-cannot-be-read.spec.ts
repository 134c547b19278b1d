// Erased and unreadable values have names, which no field of an application can imitate.
import { translatorFor } from '#views/messages/translate.js';
import { describe, expect, it } from '@jest/globals';
import { ERASED, KEY_MISSING } from '#specification/model/stored-value.js';
import { presentEvent } from '#web/timeline/timeline-page.js';
import { NO_REFERENCE_NAMES } from '#query-handling/names/find-names.js';
import { EMPTY_MIGRATION } from '#specification/upgrade/version-migrations.js';
import { EventWords } from '#query-handling/timeline/event-wording.js';
import type { VisibleEvent } from '#query-handling/timeline/redact-event.js';

const viewer = { id: 'ada', name: 'Ada', admin: true, auditor: true, roles: [] } as never;

const NO_APPLICATION = { application: null, entity: null, metadata: {} };
const NO_VOCABULARIES = { at: () => undefined, now: () => undefined, since: () => EMPTY_MIGRATION };

function shown(fields: unknown) {
  const event = {
    ...{
      position: 1,
      eventId: 'e1',
      stream: 'record-a-B-c',
      version: 1,
      type: 'record.opened',
      at: '2026-01-01',
    },
    data: { entity: 'B', title: 'T', state: 'open', fields },
    metadata: { actor: 'ada', recordedAt: '2026-01-01T00:00:00.000Z' },
    actor: 'ada',
    application: null,
    entity: null,
    record: null,
    person: null,
    action: null,
    redacted: false,
    leftOut: [],
    words: EventWords.of(NO_APPLICATION, NO_VOCABULARIES),
  } as unknown as VisibleEvent;
  const { erased, unreadable } = presentEvent(
    { event, names: NO_REFERENCE_NAMES, published: new Map(), causes: { events: [], isCut: false } },
    viewer,
    translatorFor('en'),
  );

  return { erased, unreadable };
}

describe('given an event', () => {
  it('when values were erased or cannot be read, then it says which', () => {
    expect(shown({ name: ERASED, lines: [{ who: KEY_MISSING }] })).toEqual({
      erased: ['data.fields.name'],
      unreadable: ['data.fields.lines.0.who'],
    });
  });

  it.each([
    ['fields', { keyMissing: true, erased: true }],
    ['columns of a table', { lines: [{ keyMissing: true }, { erased: true }] }],
  ])('when its %s are called so, then nothing is unreadable or erased', (_, fields) => {
    expect(shown(fields)).toEqual({ erased: [], unreadable: [] });
  });
});
