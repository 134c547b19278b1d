import { describe, expect, it } from '@jest/globals';
import type { Generation, DocumentWrite } from '#projections/port/generation.js';
import {
  specificationsProjection,
  specificationsIndexes,
  createSpecificationsReadModel,
} from '#projections/read-models/specifications/specifications-projection.js';
import { openedReadModels, readModelPlaces } from '../../read-model-places.js';
import { ADA, recorded, time } from '../../recorded-events.js';

const LONG = `${'x'.repeat(1_000_000)} `;
const published = (version: number) =>
  recorded(
    'specification.published',
    { key: 'orders', name: 'Orders', version, text: `${LONG}${version}` },
    { stream: 'specification-orders', version, metadata: { actor: ADA } },
  );

describe.each(readModelPlaces())('the published specifications, $name', ({ start }) => {
  const readModels = openedReadModels(start);

  async function generation(version: number): Promise<Generation> {
    const { number } = await readModels().create('specifications', version);
    return readModels().open('specifications', number, () => specificationsIndexes);
  }

  it('may have more versions than fit into one document of the engine', async () => {
    const built = await generation(specificationsProjection.version);
    let document: Parameters<typeof specificationsProjection.apply>[0];
    for (let version = 1; version <= 20; version++) {
      const event = published(version);
      const writes = specificationsProjection.targets(event).map((target): DocumentWrite => {
        const before = target.collection === 'specifications' ? document : undefined;
        const made = specificationsProjection.apply(before, event, target)!;
        if (target.collection === 'specifications') document = made;
        return { ...target, document: made as unknown as NonNullable<DocumentWrite['document']> };
      });
      await built.write(writes, event.position);
    }
    const specifications = createSpecificationsReadModel({ generation: () => built });
    expect((await specifications.get('orders'))?.versions).toHaveLength(20);
    expect(await specifications.findText('orders', 1)).toBe(`${LONG}1`);
    expect(await specifications.findText('orders', 20)).toBe(`${LONG}20`);
    expect(await specifications.findText('orders', 21)).toBeUndefined();
    expect(await specifications.findText('others', 1)).toBeUndefined();
    await built.close();
  });

  it('tell their texts also while the read model of the version before is served', async () => {
    const former = await generation(1);
    const versions = [{ version: 1, text: 'as it was', publishedBy: ADA, publishedAt: time(1) }];
    const document = { id: 'orders', position: 1, name: 'Orders', version: 1, versions };
    await former.write([{ collection: 'specifications', id: 'orders', document }], 1);
    const specifications = createSpecificationsReadModel({ generation: () => former });
    expect(await specifications.findText('orders', 1)).toBe('as it was');
    expect(await specifications.findText('orders', 2)).toBeUndefined();
    await former.close();
  });
});
