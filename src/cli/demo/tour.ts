// How somebody new is shown around the examples: as whom to sign in first, and what for.
import { DEMO_PEOPLE } from './people.js';

export const EXAMPLE_TOUR = {
  way: { application: 'purchasing', entity: 'Request', end: 'paid' },
  steps: [
    { title: 'Ask', person: DEMO_PEOPLE.jonas.id },
    { title: 'Decide', person: DEMO_PEOPLE.priya.id },
    { title: 'Audit', person: DEMO_PEOPLE.ruth.id },
  ],
} as const;
