// A broken document and a paused read model.
import type { ProjectionsPage } from '#views/view-models/system.js';
import { systemFrame } from './frame.js';

const ADDRESS = '/-/status/read-models';

export const projections: ProjectionsPage = {
  frame: systemFrame('Read models', ADDRESS),
  projections: [
    {
      name: 'records',
      state: 'active',
      toggle: { action: `${ADDRESS}/records/pause`, commandId: 'c1', isPaused: false },
    },
    {
      name: 'timeline',
      state: 'paused',
      toggle: { action: `${ADDRESS}/timeline/resume`, commandId: 'c2', isPaused: true },
    },
  ],
  failed: [
    {
      key: 'records-1',
      projection: 'records',
      document: 'purchasing.Request 019a9e0c-5c00-7a10-8000-0000000000d1',
      event: { href: '/-/events/40912', title: 'record.changed' },
      error: 'Cannot read properties of undefined (reading “to”)',
      held: 3,
      retry: { action: `${ADDRESS}/records/retry`, inputs: { commandId: 'c3' } },
      skip: { action: `${ADDRESS}/records/skip`, inputs: { commandId: 'c4' } },
    },
  ],
  stuck: [
    {
      key: 'outbox-1',
      projection: 'Calls and mails',
      document: 'call orderFromSupplier of Request 019a9e0c-5c00-7a10-8000-0000000000d1',
      event: { href: '/-/events/40920', title: 'Noted as event 40920' },
      error: 'Cannot read properties of null (reading “attempt”)',
      held: 0,
      retry: { action: `${ADDRESS}/outbox/retry`, inputs: { commandId: 'c5' } },
      skip: { action: `${ADDRESS}/outbox/skip`, inputs: { commandId: 'c6' } },
    },
  ],
  refusals: [],
};

export const noneFailed: ProjectionsPage = { ...projections, failed: [], stuck: [] };
