// Documents are found by their words, whatever interrupts a bulk load.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Generation } from '#projections/port/generation.js';
import { openedReadModels, readModelPlaces } from './read-model-places.js';

const fixed = { indexes: [['kind']], text: ['text'], fixed: true };

describe.each(readModelPlaces())('given events that never change, filled in bulk, $name', ({ start }) => {
  const readModels = openedReadModels(start);
  let bulk: Generation;
  beforeEach(async () => {
    const { number } = await readModels().create('events', 1);
    bulk = await readModels().open('events', number, () => fixed, { bulk: true });
  });
  afterEach(() => bulk.close());

  const write = (collection: string, position: number, text: string) => {
    const id = `e${position}`;
    const document = { id, position, text, kind: 'said' } as { readonly position: number };
    return bulk.write([{ collection, id, document }], position);
  };
  const found = async (collection: string, text: string) =>
    (await bulk.find<{ id: string }>(collection, { filter: { $text: text }, limit: 9 })).documents.map(
      ({ id }) => id,
    );

  it('when another collection begins after the first event of one, then all events of both are found', async () => {
    await write('said.A', 1, 'apple pie');
    await write('said.B', 2, 'apple tart');
    await write('said.A', 3, 'apple juice');
    await bulk.reshape();
    expect(await found('said.A', 'apple')).toEqual(['e1', 'e3']);
    expect(await found('said.A', 'pie')).toEqual(['e1']);
    expect(await found('said.B', 'apple')).toEqual(['e2']);
  });

  it('when an event comes twice, then it is there once, and found once', async () => {
    await write('said.A', 1, 'apple');
    await write('said.A', 1, 'apple');
    await bulk.reshape();
    expect(await found('said.A', 'apple')).toEqual(['e1']);
    expect(await bulk.count('said.A')).toMatchObject({ count: 1 });
  });

  it('when more come after it was shaped, then they are found, too', async () => {
    await write('said.A', 1, 'apple');
    await bulk.reshape();
    await write('said.A', 2, 'apple');
    await write('said.C', 3, 'apple');
    expect(await found('said.A', 'apple')).toEqual(['e1', 'e2']);
    expect(await found('said.C', 'apple')).toEqual(['e3']);
  });
});
