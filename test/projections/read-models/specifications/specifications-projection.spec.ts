import { describe, expect, it } from '@jest/globals';
import { specificationsProjection } from '#projections/read-models/specifications/specifications-projection.js';
import type { Document } from '#projections/port/projection.js';
import type { RecordedEvent } from '#domain/event.js';
import { ADA, BEN, opened, recorded, time } from '../../recorded-events.js';

const published = (version: number, actor: string) =>
  recorded(
    'specification.published',
    { key: 'purchasing', name: `Purchases ${version}`, version, text: `text ${version}` },
    { stream: 'specification-purchasing', version, metadata: { actor } },
  );

function folded(...events: readonly RecordedEvent[]) {
  const documents = new Map<string, Document>();
  for (const event of events)
    for (const target of specificationsProjection.targets(event)) {
      const key = `${target.collection} ${target.id}`;
      documents.set(key, specificationsProjection.apply(documents.get(key) as never, event, target)!);
    }
  return documents;
}

describe('the specifications projection', () => {
  it('keeps every version, and the text of each apart', () => {
    expect(folded(published(1, ADA), published(2, BEN))).toEqual(
      new Map<string, object>([
        ['texts purchasing@1', { id: 'purchasing@1', position: 1, text: 'text 1' }],
        ['texts purchasing@2', { id: 'purchasing@2', position: 2, text: 'text 2' }],
        [
          'specifications purchasing',
          {
            id: 'purchasing',
            position: 2,
            name: 'Purchases 2',
            version: 2,
            versions: [
              { version: 1, publishedBy: ADA, publishedAt: time(1) },
              { version: 2, publishedBy: BEN, publishedAt: time(2) },
            ],
          },
        ],
      ]),
    );
  });

  it('stores the text before it says that there is one', () => {
    const collections = specificationsProjection
      .targets(published(1, ADA))
      .map(({ collection }) => collection);
    expect(collections).toEqual(['texts', 'specifications']);
  });

  it('handles publications only', () => {
    expect(specificationsProjection.targets(recorded('record.opened', opened()))).toEqual([]);
  });
});
