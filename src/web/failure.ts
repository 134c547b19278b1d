// Whatever was thrown, as what people and programs are told about it.
import { HttpException } from '@nestjs/common';
import { EventStoreUnavailable } from '#event-store/event-store.js';
import { builtInReason } from '../domain/reason.js';
import { withoutDigest } from '../domain/streams.js';
import { Refused, type Difference, type Reason } from '../domain/refusal.js';
import type { BuiltInCode } from '../specification/built-in-errors.js';
import type { RefusalKind } from '../specification/refusal-kind.js';
import type { Problem } from '../specification/specification.js';
import { STATUS, statusOf } from './refusal-status.js';

export interface Failure {
  readonly kind: RefusalKind;
  /** What HTTP answers: for answers alone. What is to be done about it depends on its kind. */
  readonly status: number;
  readonly reasons: readonly Reason[];
  readonly differences: readonly Difference[];
  /** Where a conflict: the version that is current now. */
  readonly version?: number;
  /** Where a specification was refused. */
  readonly problems: readonly Problem[];
  /** true: nobody foresaw it, and it belongs into the log. */
  readonly unforeseen: boolean;
}

// By name, so that no engine's module has to be loaded to know its errors.
const KNOWN: ReadonlyMap<string, BuiltInCode> = new Map([
  ['EventStoreUnavailable', 'UNAVAILABLE'],
  ['LogReplaced', 'LOG_REPLACED'],
  ['DiskFull', 'DISK_FULL'],
  ['ReadModelsUnavailable', 'NOT_READABLE'],
  ['QuestionTooLong', 'TAKES_TOO_LONG'],
  ['WrongExpectedVersion', 'CHANGED_MEANWHILE'],
  ['PersonErased', 'ERASED'],
]);

export function failureOf(error: unknown): Failure {
  if (error instanceof Refused) return ofRefusal(error);
  if (isBrokenSpecification(error)) return { ...of('SPECIFICATION_BROKEN'), problems: error.problems };
  const known = error instanceof Error ? KNOWN.get(error.name) : undefined;
  if (known) return of(known);
  const damage = damageIn(error);
  if (damage) return damage;
  if (isNamed(error, 'BadCursor')) return of('BAD_REQUEST', { why: 'its page cursor is invalid' });
  if (error instanceof HttpException) return ofStatus(error.getStatus(), error.message);
  if (isNamed(error, 'URIError'))
    return of('BAD_REQUEST', { why: 'its address is not encoded as it should be' });
  const { type, status } = (error ?? {}) as { readonly type?: unknown; readonly status?: unknown };
  if (type === 'entity.too.large') return of('TOO_LARGE_REQUEST', { max: '1 MB' });
  return typeof status === 'number' ? ofStatus(status, String((error as Error).message)) : unforeseen();
}

/** Somebody has to see to it: it belongs into the log. */
function damageIn(error: unknown): Failure | undefined {
  const damaged = (what: string): Failure => ({ ...of('DAMAGED', { what }), unforeseen: true });
  // Meanwhile it is as if the read models were away.
  if (isNamed(error, 'DamagedGeneration')) return { ...of('REBUILDING'), unforeseen: true };
  if (isNamed(error, 'PersonalDataUnreadable')) return { ...of('KEYS_MISSING'), unforeseen: true };
  if (isNamed(error, 'DamagedFile') || isNamed(error, 'LogDamaged'))
    return damaged((error as Error & { readonly shown: string }).shown);
  if (isNamed(error, 'StreamCut')) return damaged(missingFrom(error));
  if (isNamed(error, 'DamagedEvent')) return damaged(damagedAt(error));
  // Of a kind that no sentence is for, such as a log that cannot be used as it is.
  return error instanceof EventStoreUnavailable ? { ...of('UNAVAILABLE'), unforeseen: true } : undefined;
}

/** Nobody mends more at once, and who sends thousands of mistakes does not get thousands of sentences back. */
const TOLD = 50;

function bounded(reasons: readonly Reason[]): readonly Reason[] {
  if (reasons.length <= TOLD) return reasons;
  return [...reasons.slice(0, TOLD), builtInReason('AND_MORE', { with: { count: reasons.length - TOLD } })];
}

function ofRefusal({ reasons, differences, version }: Refused): Failure {
  const [first] = reasons;
  return {
    kind: first?.kind ?? 'invalid',
    status: first ? statusOf(first) : STATUS.invalid,
    reasons: bounded(reasons),
    differences,
    problems: [],
    unforeseen: false,
    ...(version !== undefined && { version }),
  };
}

function of(code: BuiltInCode, words: Readonly<Record<string, string>> = {}): Failure {
  const reason = builtInReason(code, { with: words });
  const { kind } = reason;
  return {
    kind,
    status: STATUS[kind],
    reasons: [reason],
    differences: [],
    problems: [],
    unforeseen: false,
  };
}

const unforeseen = (): Failure => ({ ...of('INTERNAL'), unforeseen: true });

function ofStatus(status: number, why: string): Failure {
  if (status === 404) return of('NOT_FOUND');
  if (status === 413) return of('TOO_LARGE_REQUEST', { max: '1 MB' });
  if (status === 503) return of('UNAVAILABLE');
  return status >= 400 && status < 500 ? { ...of('BAD_REQUEST', { why }), status } : unforeseen();
}

const missingFrom = (error: Error) =>
  `events are missing from the log, of ${withoutDigest((error as Error & { readonly stream: string }).stream)}`;

const damagedAt = (error: Error) =>
  `the log is damaged at event ${(error as Error & { place: { position: number } }).place.position}`;

const isNamed = (error: unknown, name: string): error is Error =>
  error instanceof Error && error.name === name;

const isBrokenSpecification = (error: unknown): error is Error & { readonly problems: readonly Problem[] } =>
  isNamed(error, 'SpecificationRefused') && Array.isArray((error as { problems?: unknown }).problems);
