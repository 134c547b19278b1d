// Stacks only for internal errors.
import { CommanderError } from 'commander';
import {
  DamagedGeneration,
  GenerationInUse,
  ReadModelsUnavailable,
  ReadModelsUnusable,
  SnapshotLost,
} from '#projections/port/read-model-errors.js';
import { ConfigurationError } from '../configuration/configuration.js';
import { DataFolderReadOnlyError, RestoreUnfinished } from '../installation/data-folder.js';
import { NewerVersionError } from '../installation/newer-version-error.js';
import { Refused } from '../domain/refusal.js';
import {
  AppendTooLarge,
  DamagedEventError,
  EventStoreUnavailable,
  EventStoreUnusable,
  StreamTruncatedError,
} from '../event-store/event-store.js';
import { PersonalDataUnreadable } from '../event-store/personal-data/personal-data-unreadable.js';
import { SessionSecretUnusable } from '../identity/session-secret.js';
import { ArchiveRefused } from '../application-archive/archive-refused.js';
import { BackupRefused } from '../backup/backup-refused.js';
import { LogCopyRefused } from '../log-copy/log-copy-refused.js';
import { CliUsageError } from './cli-usage-error.js';
import { isSystemError, describeFileError } from '../platform/file-errors.js';

/** Errors with messages for people. */
const FOR_PEOPLE = [
  CliUsageError,
  LogCopyRefused,
  BackupRefused,
  ArchiveRefused,
  EventStoreUnavailable,
  DataFolderReadOnlyError,
  RestoreUnfinished,
  NewerVersionError,
  DamagedEventError,
  StreamTruncatedError,
  AppendTooLarge,
  PersonalDataUnreadable,
  ReadModelsUnavailable,
  ReadModelsUnusable,
  EventStoreUnusable,
  SessionSecretUnusable,
  DamagedGeneration,
  GenerationInUse,
  SnapshotLost,
];

/** Returns the exit code. */
export function reportError(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof ConfigurationError) return tell(error.message, 2);
  if (error instanceof AggregateError)
    return (error.errors as unknown[])
      .map(reportError)
      .reduce((one, other) => Math.max(one, other), -Infinity);
  return tell(describeError(error), 1);
}

function describeError(error: unknown): string {
  if (error instanceof Refused)
    return error.reasons.map(({ message, remedy }) => [message, remedy].filter(Boolean).join(' ')).join('\n');
  if (FOR_PEOPLE.some((kind) => error instanceof kind)) return (error as Error).message;
  if (isSystemError(error)) return ofTheSystem(error);
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

interface SystemError extends NodeJS.ErrnoException {
  readonly address?: string;
  readonly port?: number;
}

function ofTheSystem(error: SystemError): string {
  const { code = '', syscall, address, port } = error;
  if (code === 'EADDRINUSE')
    return `port ${port} of ${address} is in use. End what uses it, or take another one: --port ${port! + 1} (0 is any free one).`;
  if (code === 'EACCES' && syscall === 'listen')
    return `you may not listen on port ${port}. Take one from 1024 up: --port 3000.`;
  if (code === 'EADDRNOTAVAIL' || syscall === 'getaddrinfo')
    return `this machine has no address ${address ?? hostOf(error)}. Take one it has: --host 127.0.0.1, or 0.0.0.0 for all.`;
  // Errors of open file handles have no path.
  return error.path === undefined
    ? `a file cannot be used: ${describeFileError(error)}.`
    : `${error.path}: ${describeFileError(error)}.`;
}

const hostOf = (error: NodeJS.ErrnoException) => (error as { hostname?: string }).hostname ?? '';

function tell(message: string, code: number): number {
  process.stderr.write(message.replace(/^/gm, 'daybook: ').replace(/^daybook: ( {4}at )/gm, '$1') + '\n');
  return code;
}
