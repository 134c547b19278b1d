// Sends one command per record; refusals do not affect other records.
import type { Command, CommandResult } from '#domain/command.js';
import { logUnforeseen, type LoggedRequest } from '../errors/server-log.js';
import { toRequestFailure, type RequestFailure } from '../errors/request-failure.js';
import { translateFailure } from '../errors/translate-failure.js';
import type { RecordRequest } from '../requests/record-request.js';
import type { RequestContext } from '../requests/request-context.js';

export interface DoneRecord {
  readonly id: string;
  readonly written: CommandResult;
}

export interface RefusedRecord {
  readonly id: string;
  readonly failure: RequestFailure;
}

export interface PerRecordOutcomes {
  readonly done: readonly DoneRecord[];
  readonly refused: readonly RefusedRecord[];
}

/** Refusals of single records are in the outcome. */
export async function sendCommandPerRecord<T extends { readonly id: string }>(
  { commands, log }: Pick<RequestContext, 'commands' | 'log'>,
  { t }: Pick<RecordRequest, 't'>,
  chosen: readonly T[],
  {
    commandFor,
    request,
  }: { readonly commandFor: (each: T) => Command<unknown>; readonly request: LoggedRequest },
): Promise<PerRecordOutcomes> {
  const done: DoneRecord[] = [];
  const refused: RefusedRecord[] = [];
  for (const each of chosen) {
    const { id } = each;
    try {
      done.push({ id, written: await commands.send(commandFor(each)) });
    } catch (error) {
      const failure = translateFailure(t.language, toRequestFailure(error));
      // The caller reports the failure of a single record; among several it must not stop the others.
      if (failure.unforeseen && chosen.length === 1) throw error;
      if (failure.unforeseen) logUnforeseen(log, error, { failure, request });
      refused.push({ id, failure });
    }
  }
  return { done, refused };
}

/** The most severe status, and all reasons. */
export function mergeFailures(refused: PerRecordOutcomes['refused']): RequestFailure {
  const [mostSevere] = refused.map(({ failure }) => failure).toSorted((a, b) => b.status - a.status);
  return { ...mostSevere!, reasons: refused.flatMap(({ failure }) => failure.reasons) };
}

/** Multi-Status (RFC 4918): partly refused. */
export const PARTLY_REFUSED_STATUS = 207;

export function lastWritten(done: PerRecordOutcomes['done']): CommandResult | undefined {
  return done
    .map(({ written }) => written)
    .toSorted((a, b) => a.position - b.position)
    .at(-1);
}
