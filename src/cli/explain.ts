// How the command line tells what went wrong: in words, with what to do, and an exit code; a stack only for our own mistakes.
import { CommanderError } from 'commander';
import { ConfigurationRefused } from '../configuration.js';
import { Refused } from '../domain/refusal.js';

/** Errors that are messages to people: their names, as engines and readers throw them. */
const FOR_PEOPLE = new Set([
  'ConfigurationRefused',
  'EventStoreUnavailable',
  'EventStoreRefused',
  'ReadModelDamaged',
  'ReadModelsRefused',
  'PersonalDataRefused',
  'FolderInUse',
  'LogBroken',
  'NotThere',
]);

/** What a person named does not exist: application, entity, file, projection. */
export class NotThere extends Error {
  override readonly name = 'NotThere';
}

/** Prints to stderr and returns the exit code. */
export function explain(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof ConfigurationRefused) return tell(error.message, 2);
  if (error instanceof Refused)
    return tell(error.reasons.map((reason) => [reason.message, reason.remedy].join(' ')).join('\n'), 1);
  if (error instanceof Error && (FOR_PEOPLE.has(error.name) || 'syscall' in error))
    return tell(error.message, 1);
  return tell(error instanceof Error ? (error.stack ?? error.message) : String(error), 1);
}

function tell(message: string, code: number): number {
  process.stderr.write(`daybook: ${message}\n`);
  return code;
}
