import { randomUUID } from 'node:crypto';
import type { NewEvent } from '#domain/event.js';

/** With a new id; `text` may be any JSON. */
export function comment(text: unknown = 'hello'): NewEvent {
  const id = randomUUID();
  return {
    id,
    type: 'record.commented',
    data: { text },
    metadata: { actor: 'ada', recordedAt: '2026-11-20T10:00:00.000Z', commandId: id, correlationId: id },
  };
}

export const comments = (count: number): NewEvent[] =>
  Array.from({ length: count }, (_, n) => comment(`number ${n}`));

/** Unused so far. */
export const newStream = (): string => `tests.Note-${randomUUID()}`;
