// A new event type with its read model needs no change elsewhere, from the command to the page.
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type * as RecordEventsModule from '#domain/record/record-events.js';
import type * as RecordStateModule from '#domain/record/record-state.js';
import type * as AllProjectionsModule from '#projections/all-projections.js';
import type * as WebModuleModule from '#web/web.module.js';
import type * as PraisePagesModule from './praise-pages.js';
import type * as DaybookModule from '../daybook.js';
import type * as RecordCommandsModule from '#domain/record/record-commands.js';
import type { StoredEvent } from '#domain/event-types.js';
import type { EventType, FoldableEvent } from '#domain/event.js';
import type { RecordState } from '#domain/record/record-state.js';
import { SAMPLED, type Sampled } from '../../event-store/golden-samples.js';
import type { Browser, Daybook } from '../daybook.js';
import { praiseEventTypes, praisesProjection, type Praised } from './praise.js';

const events = jest.requireActual<typeof RecordEventsModule>('#domain/record/record-events.js');
jest.doMock('#domain/record/record-events.js', () => ({
  ...events,
  recordEventTypes: { ...events.recordEventTypes, ...praiseEventTypes },
}));
const states = jest.requireActual<typeof RecordStateModule>('#domain/record/record-state.js');
jest.doMock('#domain/record/record-state.js', () => ({
  ...states,
  evolveRecord: (state: RecordState, event: FoldableEvent) =>
    event.type === 'praise.given' ? state : states.evolveRecord(state, event as never),
}));
const projections = jest.requireActual<typeof AllProjectionsModule>('#projections/all-projections.js');
jest.doMock('#projections/all-projections.js', () => ({
  allProjections: [...projections.allProjections, praisesProjection],
  fixedIndexes: { ...projections.fixedIndexes, praises: { indexes: [['count']], text: [] } },
}));
// Loaded modules hold the originals.
jest.resetModules();
const { WebModule } = jest.requireActual<typeof WebModuleModule>('#web/web.module.js');
const { withPraises } = jest.requireActual<typeof PraisePagesModule>('./praise-pages.js');
jest.doMock('#web/web.module.js', () => ({ WebModule: withPraises(WebModule) }));

const { startDaybook, system } = jest.requireActual<typeof DaybookModule>('../daybook.js');
const { OpenRecord } = jest.requireActual<typeof RecordCommandsModule>('#domain/record/record-commands.js');

const ORDER = { application: 'orders', entity: 'Order', id: '01900000-0000-7000-8000-0000000000d1' };

describe('a type of events that was added', () => {
  let daybook: Daybook;
  let clerk: Browser;

  beforeAll(async () => {
    daybook = await startDaybook();
    clerk = await daybook.as('clerk');
    const input = { title: 'Paper', lines: [{ item: 'A4', quantity: 2, price: '12.50' }] };
    await daybook.send(new OpenRecord({ ...ORDER, input, context: system() }));
    for (const words of ['well chosen', 'well written'])
      await clerk.post('/-/praises').type('form').send({ id: ORDER.id, words }).expect(303);
    await daybook.settled();
  });

  afterAll(async () => daybook.close());

  it('is folded into its read model, which answers its page', async () => {
    const { text } = await clerk.get('/-/praises').expect(200);
    expect(text).toBe(`<ul><li>orders.Order-${ORDER.id}: 2, last “well written”</li></ul>`);
  });

  it('is told on the timeline, and chosen there', async () => {
    const admin = await daybook.as('admin');
    const { text: all } = await admin.get('/-/timeline').expect(200);
    expect(all).toContain('praised it');
    const { text: chosen } = await admin.get('/-/timeline?type=praise.given').expect(200);
    expect(chosen).toContain('praised it');
    expect(chosen).toMatch(/value="praise\.given"[^>]*>\s*Praise/);
    const { text: others } = await admin.get('/-/timeline?type=record.opened').expect(200);
    expect(others).not.toContain('praised it');
  });

  it('leaves its record one that can be worked on', async () => {
    await clerk.get(`/orders/orders/${ORDER.id}`).expect(200);
    const stored = await daybook.installation.store.read(`orders.Order-${ORDER.id}`);
    expect(stored.events.map(({ type }) => type)).toEqual(['record.opened', 'praise.given', 'praise.given']);
  });

  it('does not compile without its title, sentence, kind, stream, meaning, members, upcasts or sample', () => {
    const { title, verbPhrase, kind, stream, when, members, upcasts } = praiseEventTypes['praise.given'];
    const whole = { title, verbPhrase, kind, stream, when, members, upcasts };
    const without: readonly EventType<Praised['data']>[] = [
      whole,
      // @ts-expect-error: no title
      { verbPhrase, kind, stream, when, members, upcasts },
      // @ts-expect-error: no sentence
      { title, kind, stream, when, members, upcasts },
      // @ts-expect-error: no kind
      { title, verbPhrase, stream, when, members, upcasts },
      // @ts-expect-error: no stream
      { title, verbPhrase, kind, when, members, upcasts },
      // @ts-expect-error: no meaning
      { title, verbPhrase, kind, stream, members, upcasts },
      // @ts-expect-error: no members
      { title, verbPhrase, kind, stream, when, upcasts },
      // @ts-expect-error: a member without a meaning
      { title, verbPhrase, kind, stream, when, members: {}, upcasts },
      // @ts-expect-error: no upcasts
      { title, verbPhrase, kind, stream, when, members },
    ];
    // @ts-expect-error: no golden sample
    const sampled: Sampled<StoredEvent['type'] | Praised['type']> = SAMPLED;
    expect([without.length, Object.keys(sampled)]).toEqual([9, expect.not.arrayContaining(['praise.given'])]);
  });
});
