import type { EarlierVersionText } from '#specification/check-cache.js';
import type { UpgradeCondition } from '#specification/upgrade/upgrade-condition.js';
import type { Problem } from '#specification/model/specification.js';
import type { DocumentComparison } from '#specification/compare-documents.js';
import type { SerializedDocument } from '#specification/serialize-for-worker.js';
import type { Vocabulary } from '#specification/version-vocabulary.js';

export interface DocumentCheckRequest {
  readonly number: number;
  readonly text: string;
  /** Compared with. */
  readonly earlier?: readonly EarlierVersionText[];
  /** A running version is only parsed, since its user checks it. */
  readonly runs?: boolean;
  /** Compared with. */
  readonly before?: string;
  /** Only the vocabulary is needed. */
  readonly words?: boolean;
}

export interface DocumentCheckResult {
  readonly number: number;
  /** Empty: publishable. */
  readonly problems: readonly Problem[];
  /** For comparisons with earlier versions. */
  readonly conditions?: readonly UpgradeCondition[];
  /** Where it has no problems. */
  readonly read?: SerializedDocument;
  readonly comparison?: DocumentComparison;
  /** Where readable. */
  readonly vocabulary?: Vocabulary;
}
