import type { Translate } from '#views/messages/translate.js';
import {
  describeArchiveReason,
  describeCommandReason,
} from '../../application-archive/refusal-words/archive-reason.js';
import type { ImportProblem } from '../../application-imports/application-import.js';

/** In the language of who reads it. */
export function describeImportProblem(problem: ImportProblem, { language }: Translate): string {
  if (typeof problem === 'string') return problem;
  return 'reason' in problem
    ? describeArchiveReason(problem, language)
    : describeCommandReason(problem, language);
}
