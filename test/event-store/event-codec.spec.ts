import { describe, expect, it } from '@jest/globals';
import { eventTypes } from '#domain/event-types.js';
import { createEventCodec, type EncodedEvent, type EventUpcasters } from '#event-store/event-codec.js';
import { DamagedEventError } from '#event-store/event-store.js';
import { earlierNames, goldenSamples, SAMPLED_TYPES } from './golden-samples.js';
import { comment } from './sample-events.js';

const place = { stream: 'tests.Note-1', version: 2, position: 7 };

function stored(type: string, data: unknown, metadata: unknown = comment().metadata): EncodedEvent {
  return { id: 'e1', type, data: JSON.stringify(data), metadata: JSON.stringify(metadata) };
}

describe('golden samples', () => {
  it.each(SAMPLED_TYPES)('there is a golden sample of %s', (type) => {
    const { type: storedName } = createEventCodec().encode({ ...comment(), type });
    expect([...goldenSamples.keys()]).toContain(storedName);
  });

  it('there is a golden sample of every older shape', () => {
    expect([...goldenSamples.keys()]).toEqual(expect.arrayContaining([...earlierNames(eventTypes)]));
  });

  it.each([...goldenSamples])('%s is decoded as before', (name, { stored: event, decoded }) => {
    expect(event.type).toBe(name.split('+')[0]);
    const read = createEventCodec().decode(stored(event.type, event.data, event.metadata), place);
    expect(read).toEqual({ ...place, id: 'e1', ...decoded, metadata: event.metadata });
  });

  it.each([...goldenSamples])('%s has exactly the documented fields', (_, { decoded }) => {
    const described = eventTypes[decoded.type as keyof typeof eventTypes];
    expect(Object.keys(described.members)).toEqual(
      expect.arrayContaining(Object.keys(decoded.data as object)),
    );
  });
});

describe('upcasting', () => {
  // Stored first as { comment }, then { text }, then with its language.
  const types: EventUpcasters = {
    'record.commented': {
      upcasts: [
        ({ comment: text }: { comment: string }) => ({ text }),
        ({ text }: { text: string }) => ({ text, language: null }),
      ],
    },
  };
  const codec = createEventCodec(types);

  it('upcasts the oldest shape through every step to the newest', () => {
    const read = codec.decode(stored('record.commented', { comment: 'hello' }), place);
    expect(read).toMatchObject({ type: 'record.commented', data: { text: 'hello', language: null } });
  });

  it('upcasts a shape from the middle of the chain', () => {
    const read = codec.decode(stored('record.commented@2', { text: 'hello' }), place);
    expect(read).toMatchObject({ type: 'record.commented', data: { text: 'hello', language: null } });
  });

  it('stores the newest shape under its own name, and reads it back under the type', () => {
    const event = comment('hello');
    const encoded = codec.encode(event);
    expect(encoded.type).toBe('record.commented@3');
    expect(codec.decode(encoded, place)).toEqual({ ...event, ...place });
  });

  it('leaves types without upcasts unchanged', () => {
    const read = codec.decode(stored('record.assigned', { from: null, to: 'ada' }), place);
    expect(read).toMatchObject({ type: 'record.assigned', data: { from: null, to: 'ada' } });
  });

  it('returns an unknown newer shape unchanged under its stored name', () => {
    const read = codec.decode(stored('record.commented@4', { words: ['hello'] }), place);
    expect(read).toMatchObject({ type: 'record.commented@4', data: { words: ['hello'] } });
  });

  it('names the older shapes, for their samples', () => {
    expect(earlierNames(types)).toEqual(['record.commented', 'record.commented@2']);
  });

  it.each(['record.commented@1', 'record.commented@0', 'record.commented@x', 'constructor@2', '@2'])(
    'takes %s for a type nobody knows',
    (type) => {
      expect(codec.decode(stored(type, { comment: 'hello' }), place)).toMatchObject({
        type,
        data: { comment: 'hello' },
      });
    },
  );
});

describe('what is stored and is no event', () => {
  const good = stored('record.commented', { text: 'hello' });
  it.each<[string, Partial<EncodedEvent>]>([
    ['data that are cut off', { data: '{"text":"hel' }],
    ['data that are missing', { data: '' }],
    ['metadata that are cut off', { metadata: '{"actor":' }],
    ['metadata that are null', { metadata: 'null' }],
    ['metadata without an actor', { metadata: '{}' }],
  ])('is named with its place: %s', (_, damage) => {
    const reading = () => createEventCodec().decode({ ...good, ...damage }, place);
    expect(reading).toThrow(DamagedEventError);
    expect(reading).toThrow(/event 7 of the log \(tests.Note-1, version 2\) is damaged/);
  });
});
