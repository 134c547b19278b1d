import type { EventPage } from '#views/view-models/timeline.js';
import { systemFrame } from './frame.js';
import { items, history } from './timeline-items.js';

export const event: EventPage = {
  frame: systemFrame('Event 4107', '/-/events/4107'),
  item: items[0] ?? (history[0] as EventPage['item']),
  causes: {
    tree: [
      {
        item: items[0]!,
        href: '/-/events/4107',
        isHere: true,
        caused: [{ item: items[1]!, href: '/-/events/4109', isHere: false, caused: [] }],
      },
    ],
    isCut: true,
  },
  stream: 'purchasing.Request-0199aa00-0000-7000-8000-0000000000ff',
  eventId: '0199aa00-0000-7000-8000-00000000e107',
  correlation: '0199aa00-0000-7000-8000-00000000c0de',
  cause: { id: '0199aa00-0000-7000-8000-00000000e106', href: '/-/events/4106' },
  json: JSON.stringify(
    {
      id: '0199aa00-0000-7000-8000-00000000e107',
      type: 'record.action-taken',
      data: { action: 'sendBack', from: 'submitted', to: 'draft', changes: {} },
      metadata: {
        actor: 'id-jonas',
        recordedAt: '2026-11-20T09:41:00.000Z',
        reason: 'Please ask for a second quote: last year the same one cost a fifth less.',
      },
    },
    null,
    2,
  ),
  leftOut: ['data.changes.iban', 'metadata.source.attributes'],
  erased: [],
  unreadable: [],
  damaged: [],
  previous: '/-/events/4106',
  next: '/-/events/4108',
};

const { moved: _, reason: __, subject: ___, ...itemOfCall } = items[0]!;

export const eventOfCall: EventPage = {
  ...event,
  item: {
    ...itemOfCall,
    type: 'record.call-answered',
    verb: 'Order sent, receipt confirmed',
    isSentence: true,
    exchange: {
      sent: 'POST https://erp.example.org/orders\n\n{\n  "reference": "PR-2026-0248",\n  "total": "4715.00"\n}',
      answer: '{"id":"O-6451","state":"accepted by the order system, and passed on to its supplier"}',
      status: 201,
    },
  },
};

export const eventOfHiddenCall: EventPage = {
  ...eventOfCall,
  item: { ...eventOfCall.item, exchange: 'hidden' },
  leftOut: ['data.sent', 'data.answer'],
};
