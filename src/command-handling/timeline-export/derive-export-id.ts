import { deriveUuid } from '../pipeline/command-digests.js';

/**
 * Id in the log of the export whose file has `fileId` in its first line. The log does not hold `fileId`, so the recorded
 * SHA-256 cannot be compared with that of a file of guessed values.
 */
export const deriveExportId = (fileId: string): string => deriveUuid(`timeline-export ${fileId}`);
