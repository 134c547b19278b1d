import { createHash } from 'node:crypto';
import { toTraceVariant, type Trace } from '#domain/record/lifecycle/trace.js';
import type { RecordDocument } from './record-document.js';

/** 64 bits of SHA-256 tell one application's variants apart. */
const DIGITS = 16;

export const digestVariant = (variant: string): string =>
  createHash('sha256').update(variant).digest('hex').slice(0, DIGITS);

export const toTraceAndVariant = (trace: Trace): Required<Pick<RecordDocument, 'trace' | 'variant'>> => ({
  trace,
  variant: digestVariant(toTraceVariant(trace)),
});
