import { createPhrase, type Phrase, type MessageParameters } from '#specification/refusal-words/phrases.js';
import { HttpException } from '@nestjs/common';
import { AdapterError, type AdapterErrorKind } from '#platform/adapter-error.js';
import { createBuiltInReason } from '#domain/create-reason.js';
import { SpecificationRefusedError } from '#domain/specification/specification-refused-error.js';
import { Refused, type FieldDifference, type Reason } from '#domain/refusal.js';
import type { BuiltInCode } from '#specification/built-in-errors/built-in-errors.js';
import type { RefusalKind } from '#specification/model/built-in-error.js';
import type { Problem } from '#specification/model/specification.js';
import { STATUS_OF_KIND, getRefusalStatus } from './refusal-status.js';

export interface RequestFailure {
  readonly kind: RefusalKind;
  /** For responses only; code decides by kind. */
  readonly status: number;
  readonly reasons: readonly Reason[];
  readonly differences: readonly FieldDifference[];
  /** Conflicts only: the current version. */
  readonly version?: number;
  /** Refused specifications only. */
  readonly problems: readonly Problem[];
  /** Unexpected, so it is logged. */
  readonly unforeseen: boolean;
}

interface AdapterErrorResponse {
  readonly code: BuiltInCode;
  /** Client errors: a sentence for pages and programs. */
  readonly why?: Phrase;
  /** Needs an admin's attention, so it is logged. */
  readonly unforeseen?: true;
}

const ADAPTER_ERROR_RESPONSES: Readonly<Record<AdapterErrorKind, AdapterErrorResponse>> = {
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
  // Treated like unavailable read models.
  rebuilding: { code: 'REBUILDING', unforeseen: true },
  'takes too long': { code: 'TAKES_TOO_LONG' },
  'page takes too long': { code: 'PAGE_TAKES_TOO_LONG', unforeseen: true },
  'bad cursor': { code: 'BAD_REQUEST', why: createPhrase('why.bad-cursor') },
  'bad query': { code: 'BAD_REQUEST', why: createPhrase('why.bad-query') },
};

export function toRequestFailure(error: unknown): RequestFailure {
  if (error instanceof Refused) return ofRefusal(error);
  if (error instanceof AdapterError) return ofAdapterError(error);
  if (error instanceof SpecificationRefusedError)
    return { ...of('SPECIFICATION_BROKEN'), problems: error.problems };
  if (error instanceof URIError) return of('BAD_REQUEST', { why: createPhrase('why.bad-encoding') });
  if (error instanceof HttpException) return ofStatus(error.getStatus(), error.message);
  const { type, status } = (error ?? {}) as { readonly type?: unknown; readonly status?: unknown };
  if (type === 'entity.too.large') return of('TOO_LARGE_REQUEST', { max: '1 MB' });
  return typeof status === 'number' ? ofStatus(status, String((error as Error).message)) : unforeseen();
}

function ofAdapterError({ kind, publicMessage }: AdapterError): RequestFailure {
  const { code, why, unforeseen = false } = ADAPTER_ERROR_RESPONSES[kind];
  const words = {
    ...(publicMessage !== undefined && { what: publicMessage }),
    ...(why !== undefined && { why }),
  };
  return { ...of(code, words), unforeseen };
}

/** Bounds the response to a request with thousands of errors. */
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
    status: first ? getRefusalStatus(first) : STATUS_OF_KIND.invalid,
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
