// How somebody new is shown around the examples: as whom to sign in first, and what for.
import { DEMO_PEOPLE } from './people.js';

export const EXAMPLE_TOUR = {
  way: { application: 'purchasing', entity: 'Request', end: 'paid' },
  steps: [
    {
      title: 'Ask',
      person: DEMO_PEOPLE.jonas.id,
      what: 'Open a purchase request for the cost centre 4100 Office and IT, and submit it.',
      doneBy: { events: ['record.opened'] },
    },
    {
      title: 'Decide',
      person: DEMO_PEOPLE.priya.id,
      what: 'Approve it, reject it, or send it back with a question.',
      doneBy: { events: ['record.action-taken', 'record.approval-given', 'record.approval-refused'] },
    },
    {
      title: 'Audit',
      person: DEMO_PEOPLE.ruth.id,
      what: 'Find in the audit timeline who decided, when and by which rule.',
      doneBy: { page: '/-/timeline' },
    },
  ],
} as const;
