// Every process derives the same ids, so that spans of several processes share a trace without a changed stored event.
import { createHash } from 'node:crypto';
import { NIL, validate } from 'uuid';

/** A correlation id that is a UUID is the trace id, without its hyphens. */
export const deriveTraceId = (correlationId: string): string =>
  validate(correlationId) && correlationId !== NIL
    ? correlationId.replaceAll('-', '').toLowerCase()
    : digest(correlationId).slice(0, 32);

export const deriveSpanId = (text: string): string => digest(text).slice(0, 16);

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
