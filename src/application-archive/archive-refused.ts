import {
  createArchiveReason,
  describeArchiveReason,
  type ArchiveReason,
} from './refusal-words/archive-reason.js';
import type { ArchiveReasonCode } from './refusal-words/archive-reasons-en.js';

/** The message is in English, for the command line and logs. */
export class ArchiveRefused extends Error {
  override readonly name = 'ArchiveRefused';

  constructor(
    readonly reasons: readonly ArchiveReason[],
    options?: ErrorOptions,
  ) {
    super(reasons.map((reason) => describeArchiveReason(reason, 'en')).join('\n'), options);
  }
}

export const refuseArchive = (
  code: ArchiveReasonCode,
  values: ArchiveReason['with'] = {},
  options?: ErrorOptions,
): ArchiveRefused => new ArchiveRefused([createArchiveReason(code, values)], options);
