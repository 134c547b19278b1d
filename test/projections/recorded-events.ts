// With fixed people, records and times.
import type { Metadata, NewEvent, RecordedEvent } from '#domain/event.js';

export const RECORD = '01890000-0000-7000-8000-000000000001';
export const OTHER_RECORD = '01890000-0000-7000-8000-000000000002';
export const ADA = '01890000-0000-7000-8000-00000000000a';
export const BEN = '01890000-0000-7000-8000-00000000000b';

export const REQUEST = `purchasing.Request-${RECORD}`;

/** As many broken streams per event type as a projection tolerates. */
export const BREAKABLE_STREAMS = Array.from(
  { length: 20 },
  (_, at) => `purchasing.Request-01890000-0000-7000-8000-0000000001${String(at).padStart(2, '0')}`,
);

/** On the first day, `minutes` after ten. */
export function time(minutes: number): string {
  return new Date(Date.UTC(2026, 0, 5, 10, minutes)).toISOString();
}

export function metadata(of: Partial<Metadata> = {}): Metadata {
  return {
    actor: ADA,
    recordedAt: time(0),
    commandId: 'command-1',
    correlationId: 'command-1',
    specification: { key: 'purchasing', version: 1 },
    ...of,
  };
}

let made = 0;
export function newEvent(type: string, data: unknown, of: Partial<Metadata> = {}): NewEvent {
  return {
    id: `01890000-0000-7000-9000-${String(++made).padStart(12, '0')}`,
    type,
    data,
    metadata: metadata(of),
  };
}

export const opened = (of: object = {}) => ({
  entity: 'Request',
  number: 'PR-2026-0001',
  title: 'Éclairs',
  state: 'draft',
  fields: { title: 'Éclairs', amount: 1250 },
  ...of,
});

interface Placed {
  readonly stream?: string;
  readonly version?: number;
  readonly position?: number;
  readonly metadata?: Partial<Metadata>;
}

/** As the store returns it. */
export function recorded(type: string, data: unknown, placed: Placed = {}): RecordedEvent {
  const { stream = REQUEST, version = 1, position = version } = placed;
  return {
    ...newEvent(type, data, { recordedAt: time(position), ...placed.metadata }),
    stream,
    version,
    position,
  };
}
