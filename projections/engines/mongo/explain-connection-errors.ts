import { ReadModelsUnavailable, ReadModelsUnusable } from '#projections/port/read-model-errors.js';
import {
  isUnavailable,
  isReplicaSetNotInitiated,
  isUnauthorized,
  isUnknownCommand,
  toErrorMessage,
} from './mongo-errors.js';

const initiateCommand = (server: string) => `mongosh ${server} --eval 'rs.initiate()'`;

export function standaloneServerError(shown: string): ReadModelsUnusable {
  return new ReadModelsUnusable(
    `MongoDB at ${shown} is a server alone, and Daybook needs a replica set; of one member is enough. ` +
      `Start that server with --replSet rs0 (its data stay as they are), and then, once: ${initiateCommand(shown)}`,
  );
}

export const isUnsupportedVersion = (error: unknown) =>
  /wire version/.test(toErrorMessage(error)) || isUnknownCommand(error);

const NEEDED = 'Daybook needs a replica set of MongoDB 5.0 or later, of one member is enough';

/** `version`: undefined: unknown. */
export function outdatedServerError(shown: string, version: string | undefined): ReadModelsUnusable {
  const found = version === undefined ? 'is older than 5.0' : `is version ${version}`;
  return new ReadModelsUnusable(`MongoDB at ${shown} ${found}. ${NEEDED}. ${UPGRADE}`);
}

const UPGRADE =
  'Upgrade it one release after the other, or let DAYBOOK_READS name another server: the read models are built there from the events.';

export function noSnapshotReadsError(shown: string, reason: string): ReadModelsUnusable {
  return new ReadModelsUnusable(
    `The server at ${shown} has no snapshot reads (${reason}), and a replay compares with a snapshot. ${NEEDED}. ` +
      'Let DAYBOOK_READS name such a server: the read models are built there from the events.',
  );
}

export function explainConnectionError(shown: string, error: unknown): Error {
  if (isUnsupportedVersion(error))
    return new ReadModelsUnusable(
      `MongoDB at ${shown} is too old or too new: ${toErrorMessage(error)}. ${NEEDED}. ${UPGRADE}`,
    );
  if (isUnauthorized(error) || /auth/i.test(toErrorMessage(error)))
    return new ReadModelsUnusable(
      `MongoDB at ${shown} refuses Daybook (${toErrorMessage(error)}). Check user and password in DAYBOOK_READS, its authSource, and whether the user may read and write there.`,
    );
  if (isReplicaSetNotInitiated(error))
    return new ReadModelsUnavailable(
      `MongoDB at ${shown} is to be in a replica set, and is in none yet. Run once: ${initiateCommand(shown)}`,
      { cause: error },
    );
  if (!isUnavailable(error))
    return new ReadModelsUnusable(`MongoDB at ${shown} cannot be used: ${toErrorMessage(error)}.`);
  return new ReadModelsUnavailable(
    `MongoDB at ${shown} does not answer (${toErrorMessage(error)}). Start it, or check host, port and network in DAYBOOK_READS.`,
    { cause: error },
  );
}
