import type { ArchiveReason } from './refusal-words/archive-reason.js';

/** See refuse-archive.ts, which words it: this file is read at each start of the command line, without the words. */
export class ArchiveRefused extends Error {
  override readonly name = 'ArchiveRefused';

  /** `message`: in English, for the command line and logs. */
  constructor(
    readonly reasons: readonly ArchiveReason[],
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
