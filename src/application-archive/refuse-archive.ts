import { ArchiveRefused } from './archive-refused.js';
import {
  createArchiveReason,
  describeArchiveReason,
  type ArchiveReason,
} from './refusal-words/archive-reason.js';
import type { ArchiveReasonCode } from './refusal-words/archive-reasons-en.js';

export const refuseArchive = (
  code: ArchiveReasonCode,
  values: ArchiveReason['with'] = {},
  options?: ErrorOptions,
): ArchiveRefused => refuseArchiveFor([createArchiveReason(code, values)], options);

export function refuseArchiveFor(reasons: readonly ArchiveReason[], options?: ErrorOptions): ArchiveRefused {
  const message = reasons.map((reason) => describeArchiveReason(reason, 'en')).join('\n');
  return new ArchiveRefused(reasons, message, options);
}
