import { deriveUuid } from '../pipeline/command-digests.js';

/**
 * Id in the log of an export whose file names `fileId`. Only the file has that one: without it, nobody finds out by the
 * recorded SHA-256 whether a file of guessed values would be the same.
 */
export const deriveExportId = (fileId: string): string => deriveUuid(`timeline-export ${fileId}`);
