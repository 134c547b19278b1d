import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventTypes } from '#domain/event-types.js';
import { renderEventCatalogue } from '#event-store/event-catalogue.js';
import { goldenSamples } from './golden-samples.js';

const samples = Object.fromEntries(
  [...goldenSamples.values()].map(({ stored, decoded }) => [
    decoded.type,
    { data: decoded.data, metadata: stored.metadata },
  ]),
);

describe('docs/events.md', () => {
  it('is up to date with the event types (renew with `npm run build && npm run catalogue`)', () => {
    const written = readFileSync(join(import.meta.dirname, '../../docs/events.md'), 'utf8');
    expect(written).toBe(renderEventCatalogue(samples));
  });

  it('has a heading for every event, and a link to it', () => {
    const document = renderEventCatalogue(samples);
    for (const type of Object.keys(eventTypes)) {
      expect(document).toContain(`\n## ${type}\n`);
      expect(document).toContain(`(#${type.replaceAll('.', '')})`);
    }
  });

  it('cannot be rendered without a sample of every event', () => {
    expect(() => renderEventCatalogue({})).toThrow('there is no sample of record.opened');
  });
});
