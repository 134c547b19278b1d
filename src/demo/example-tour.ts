import { DEMO_PEOPLE } from './demo-people.js';

export const EXAMPLE_TOUR = {
  process: { application: 'purchasing', entity: 'Request' },
  steps: [
    {
      title: 'tour.ask',
      person: DEMO_PEOPLE.jonas.id,
      what: 'tour.askHow',
      begins: '/purchasing/requests/new',
      doneBy: { events: ['record.opened'] },
    },
    {
      title: 'tour.decide',
      person: DEMO_PEOPLE.priya.id,
      what: 'tour.decideHow',
      begins: '/purchasing/-/waiting/newest',
      doneBy: { events: ['record.action-taken', 'record.approval-given', 'record.approval-refused'] },
    },
    {
      title: 'tour.audit',
      person: DEMO_PEOPLE.ruth.id,
      what: 'tour.auditHow',
      begins: '/-/timeline',
      doneBy: { page: '/-/timeline' },
    },
  ],
} as const;
