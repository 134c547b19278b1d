// The golden samples: each event as it was stored once, and what reading it gives for ever.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Event, NewEvent } from '#domain/event.js';

export interface GoldenSample {
  readonly stored: NewEvent;
  readonly decoded: Event;
}

const FOLDER = join(import.meta.dirname, 'golden');

/** Stored name → sample; the file is named for it. */
export const goldenSamples: ReadonlyMap<string, GoldenSample> = new Map(
  readdirSync(FOLDER).map((name) => [
    name.replace(/\.json$/, ''),
    JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as GoldenSample,
  ]),
);
