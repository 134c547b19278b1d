// States that are read for each export; counts of commands, requests and calls are taken where they happen.
import type { Gauges } from '#platform/telemetry/instruments.js';

export const INSTALLATION_GAUGES = {
  'daybook.projection.lag': { description: 'Events that a read model is behind the log' },
  'daybook.projection.up': { description: '1: the read model follows the log; 0: failed, damaged or paused' },
  'daybook.projection.failed_documents': {
    description: 'Documents of a read model that an event has broken',
  },
  'daybook.lease.held': { description: '1: this process holds the lease' },
  'daybook.outbox.calls': { description: 'Calls and mails that wait, or that an admin has to decide on' },
  'daybook.outbox.late': { description: '1: a call or mail is overdue by more than ten minutes' },
  'daybook.timers': { description: 'Timers that wait, and those of them that are due' },
  'daybook.stuck_items': { description: 'Calls, timers and upgrades that failed and are left alone' },
  'daybook.engine.up': { description: '1: the engine answers' },
  'daybook.health.issues': { description: 'Known defects, by severity' },
} as const satisfies Gauges;

export const PROCESS_GAUGES = {
  'process.memory.usage': { description: 'Resident memory', unit: 'By' },
  'v8js.memory.heap.used': { description: 'Used memory of the heap', unit: 'By' },
  'nodejs.eventloop.delay.p50': { description: 'Delay of the event loop since the last export', unit: 's' },
  'nodejs.eventloop.delay.p99': { description: 'Delay of the event loop since the last export', unit: 's' },
  'nodejs.eventloop.delay.max': { description: 'Delay of the event loop since the last export', unit: 's' },
  'nodejs.eventloop.utilization': {
    description: 'Share of time in which the event loop was busy',
    unit: '1',
  },
  'process.cpu.utilization': { description: 'Processors in use since the last export', unit: '1' },
} as const satisfies Gauges;
