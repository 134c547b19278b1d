// npm run catalogue: writes docs/events.md.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderEventCatalogue, type SampleEvents } from './event-catalogue.js';

const GOLDEN = 'test/event-store/golden';

const samples = Object.fromEntries(
  readdirSync(GOLDEN).map((name) => {
    const { stored, decoded } = JSON.parse(readFileSync(join(GOLDEN, name), 'utf8')) as {
      stored: { metadata: unknown };
      decoded: { type: string; data: unknown };
    };
    return [decoded.type, { data: decoded.data, metadata: stored.metadata }];
  }),
) satisfies SampleEvents;

writeFileSync('docs/events.md', renderEventCatalogue(samples));
