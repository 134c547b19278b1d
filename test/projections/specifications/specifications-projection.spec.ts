import { describe, expect, it } from '@jest/globals';
import { specificationsProjection } from '#projections/specifications/specifications-projection.js';
import { ADA, BEN, opened, recorded, time } from '../recorded-events.js';

const published = (version: number, actor: string) =>
  recorded(
    'specification.published',
    { key: 'purchasing', name: `Purchases ${version}`, version, text: `text ${version}` },
    { stream: 'specification-purchasing', version, metadata: { actor } },
  );

const { apply } = specificationsProjection;

describe('the specifications projection', () => {
  it('keeps every version of the text', () => {
    const first = apply(undefined, published(1, ADA));
    expect(apply(first, published(2, BEN))).toEqual({
      id: 'purchasing',
      position: 2,
      name: 'Purchases 2',
      version: 2,
      versions: [
        { version: 1, text: 'text 1', publishedBy: ADA, publishedAt: time(1) },
        { version: 2, text: 'text 2', publishedBy: BEN, publishedAt: time(2) },
      ],
    });
  });

  it('wants publications only', () => {
    expect(specificationsProjection.target(published(1, ADA))).toEqual({
      collection: 'specifications',
      id: 'purchasing',
    });
    expect(specificationsProjection.target(recorded('record.opened', opened()))).toBeUndefined();
  });
});
