// Any thrown error as the failure that pages and problem documents report.
import {
  createPhrase,
  type Phrase,
  type MessageParameters,
} from '#specification/refusal-words/message-parameters.js';
import { HttpException } from '@nestjs/common';
import { PortFailure, type PortFailureKind } from '#platform/port-failure.js';
import { createBuiltInReason } from '#domain/refusal-reason.js';
import { SpecificationRefused } from '#domain/specification/specification-refused.js';
import { Refused, type FieldDifference, type Reason } from '#domain/refusal.js';
import type { BuiltInCode } from '#specification/error-catalogue/built-in-errors.js';
import type { RefusalKind } from '#specification/model/refusal-kind.js';
import type { Problem } from '#specification/model/specification.js';
import { STATUS_OF_KIND, statusOf } from './refusal-status.js';

export interface RequestFailure {
  readonly kind: RefusalKind;
  /** What HTTP answers: for answers alone. What is to be done about it depends on its kind. */
  readonly status: number;
  readonly reasons: readonly Reason[];
  readonly differences: readonly FieldDifference[];
  /** Where a conflict: the version that is current now. */
  readonly version?: number;
  /** Where a specification was refused. */
  readonly problems: readonly Problem[];
  /** true: unexpected, so it is logged. */
  readonly unforeseen: boolean;
}

interface PortFailureAnswer {
  readonly code: BuiltInCode;
  /** The request's fault: why, in one sentence for pages and programs alike. */
  readonly why?: Phrase;
  /** Needs an admin's attention, so it is logged. */
  readonly unforeseen?: true;
}

const TOLD: Readonly<Record<PortFailureKind, PortFailureAnswer>> = {
  unavailable: { code: 'UNAVAILABLE' },
  unusable: { code: 'UNAVAILABLE', unforeseen: true },
  'right missing': { code: 'RIGHT_MISSING', unforeseen: true },
  'disk full': { code: 'DISK_FULL' },
  'log replaced': { code: 'LOG_REPLACED' },
  damaged: { code: 'DAMAGED', unforeseen: true },
  'changed meanwhile': { code: 'CHANGED_MEANWHILE' },
  erased: { code: 'ERASED' },
  'keys missing': { code: 'KEYS_MISSING', unforeseen: true },
  'not readable': { code: 'NOT_READABLE' },
  // Meanwhile it is as if the read models were away.
  rebuilding: { code: 'REBUILDING', unforeseen: true },
  'takes too long': { code: 'TAKES_TOO_LONG' },
  'page takes too long': { code: 'PAGE_TAKES_TOO_LONG', unforeseen: true },
  'bad cursor': { code: 'BAD_REQUEST', why: createPhrase('why.bad-cursor') },
  'bad query': { code: 'BAD_REQUEST', why: createPhrase('why.bad-query') },
};

export function toRequestFailure(error: unknown): RequestFailure {
  if (error instanceof Refused) return ofRefusal(error);
  if (error instanceof PortFailure) return ofPort(error);
  if (error instanceof SpecificationRefused)
    return { ...of('SPECIFICATION_BROKEN'), problems: error.problems };
  if (error instanceof URIError) return of('BAD_REQUEST', { why: createPhrase('why.bad-encoding') });
  if (error instanceof HttpException) return ofStatus(error.getStatus(), error.message);
  const { type, status } = (error ?? {}) as { readonly type?: unknown; readonly status?: unknown };
  if (type === 'entity.too.large') return of('TOO_LARGE_REQUEST', { max: '1 MB' });
  return typeof status === 'number' ? ofStatus(status, String((error as Error).message)) : unforeseen();
}

function ofPort({ failure, shown }: PortFailure): RequestFailure {
  const { code, why, unforeseen = false } = TOLD[failure];
  const words = { ...(shown !== undefined && { what: shown }), ...(why !== undefined && { why }) };
  return { ...of(code, words), unforeseen };
}

/** Bounds the answer to a request with thousands of errors. */
const MOST_REASONS = 50;

function bounded(reasons: readonly Reason[]): readonly Reason[] {
  if (reasons.length <= MOST_REASONS) return reasons;
  return [
    ...reasons.slice(0, MOST_REASONS),
    createBuiltInReason('AND_MORE', { with: { count: reasons.length - MOST_REASONS } }),
  ];
}

function ofRefusal({ reasons, differences, version }: Refused): RequestFailure {
  const [first] = reasons;
  return {
    kind: first?.kind ?? 'invalid',
    status: first ? statusOf(first) : STATUS_OF_KIND.invalid,
    reasons: bounded(reasons),
    differences,
    problems: [],
    unforeseen: false,
    ...(version !== undefined && { version }),
  };
}

function of(code: BuiltInCode, words: MessageParameters = {}): RequestFailure {
  const reason = createBuiltInReason(code, { with: words });
  const { kind } = reason;
  return {
    kind,
    status: STATUS_OF_KIND[kind],
    reasons: [reason],
    differences: [],
    problems: [],
    unforeseen: false,
  };
}

const unforeseen = (): RequestFailure => ({ ...of('INTERNAL'), unforeseen: true });

function ofStatus(status: number, why: string): RequestFailure {
  if (status === 404) return of('NOT_FOUND');
  if (status === 413) return of('TOO_LARGE_REQUEST', { max: '1 MB' });
  if (status === 503) return of('UNAVAILABLE');
  return status >= 400 && status < 500 ? { ...of('BAD_REQUEST', { why }), status } : unforeseen();
}
