// Every event type has German words, and none contain hidden values.
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { findEventType, eventTypes } from '#domain/event-types.js';
import type { EventVocabulary } from '#domain/event.js';
import { HIDDEN } from '#query-handling/visibility/visible-records.js';
import { findTranslatedEventType } from '#web/timeline/german-events.js';

const words: EventVocabulary = {
  person: (id) => `<${id}>`,
  role: (application, role) => `die Rolle ${role} in ${application}`,
  action: (key) => `[${key}]`,
  done: (key) => (key === 'submit' ? 'submitted' : undefined),
  timer: (key) => key,
  state: (key) => `{${key}}`,
  call: (key) => (key === 'order' ? 'Order' : `“${key}”`),
  cause: (call) => (call === 'order' ? 'Ada approved' : undefined),
  constant: (key) => key.toLowerCase(),
  constantValue: (text) => text,
  day: (iso) => `day ${iso}`,
  duration: (iso) => `time ${iso}`,
};

const TYPES = Object.keys(eventTypes);
const told = (type: string, data: object) =>
  findTranslatedEventType('de', type)?.describe?.(data as never, words);

describe('an event in German', () => {
  it.each(TYPES)('%s has a title and a sentence that are not the English ones', (type) => {
    const [english, german] = [findEventType(type)!, findTranslatedEventType('de', type)!];
    expect(german.title).not.toBe(english.title);
    expect(german.verbPhrase).not.toBe(english.verbPhrase);
    expect([typeof german.describe, german.members]).toEqual([typeof english.describe, english.members]);
    expect(german.connector === undefined).toBe(english.connector === undefined);
  });

  it('is English where that is the language, and nothing where nobody knows the type', () => {
    expect(findTranslatedEventType('en', 'record.opened')).toBe(findEventType('record.opened'));
    expect(findTranslatedEventType('de', 'made.up')).toBeUndefined();
  });

  it.each<[string, object, unknown]>([
    ['record.action-taken', { action: 'pay' }, { quoted: '[pay]' }],
    ['record.action-taken', { action: 'submit' }, { done: 'submitted' }],
    ['record.approval-given', { action: 'pay' }, 'genehmigte „[pay]“'],
    ['record.assigned', { from: 'ada', to: 'bert' }, 'übertrug es <bert>'],
    [
      'record.call-failed',
      { call: 'order', why: HIDDEN },
      { sentence: 'Order noch nicht gesendet, wird wieder versucht' },
    ],
    ['record.call-answered', { call: 'note', shownTo: ['ada'] }, { sentence: '“note” gesendet an <ada>' }],
    [
      'record.call-requested',
      { call: 'order' },
      { sentence: 'Order zum Senden vorgemerkt (denn Ada approved)' },
    ],
    [
      'record.timer-fired',
      { timer: 'remind', outcome: 'withheld' },
      { sentence: 'remind ausgelassen: beim Import des Verlaufs war es schon überfällig' },
    ],
    [
      'record.migrated',
      { to: 2, state: { to: 'busy', renamed: true } },
      'stellte auf Version 2 der Spezifikation um; der Status heißt seitdem „{busy}“',
    ],
    ['specification.published', { version: 3 }, 'veröffentlichte Version 3 der Spezifikation'],
    ['user.role-granted', { application: 'shop', role: 'boss' }, 'vergab die Rolle boss in shop'],
  ])('%s %j is told', (type, data, sentence) => {
    expect(told(type, data)).toEqual(sentence);
  });

  it('tells of no data what its English sentence keeps to itself, nor fails where that does not', () => {
    const value = fc.oneof(fc.constant(HIDDEN), fc.constant(null), fc.nat(9), fc.constant('SEEN'));
    fc.assert(
      fc.property(fc.constantFrom(...TYPES), fc.infiniteStream(value), (type, values) => {
        const { members, describe: english } = findEventType(type)!;
        const data = Object.fromEntries(Object.keys(members).map((key) => [key, values.next().value]));
        const said = JSON.stringify(english?.(data as never, words) ?? '');
        const german = JSON.stringify(told(type, data) ?? '');
        expect(german.split('SEEN')).toHaveLength(said.split('SEEN').length);
      }),
    );
  });
});
