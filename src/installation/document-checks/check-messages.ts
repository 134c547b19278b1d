// What the thread that checks documents is told, and what it tells.
import type { EarlierText } from '#specification/check-cache.js';
import type { UpgradeCondition } from '#specification/upgrade/upgrade-condition.js';
import type { Problem } from '#specification/model/specification.js';
import type { DocumentComparison } from '#specification/compare-documents.js';
import type { SerializedDocument } from '#specification/serialize-for-worker.js';
import type { Vocabulary } from '#specification/version-vocabulary.js';

export interface DocumentCheckRequest {
  readonly number: number;
  readonly text: string;
  /** To be compared with: the versions before. */
  readonly earlier?: readonly EarlierText[];
  /** true: what runs already is only read, since whoever runs it judges it anyway. */
  readonly runs?: boolean;
  /** What differs from this document is asked for. */
  readonly before?: string;
  /** true: only what it calls things is asked for. */
  readonly words?: boolean;
}

export interface DocumentCheckResult {
  readonly number: number;
  /** Empty: it may be published, as far as was asked. */
  readonly problems: readonly Problem[];
  /** Only where it was to be compared. */
  readonly conditions?: readonly UpgradeCondition[];
  /** What a document says that nothing was found wrong in, unless it was only to be compared. */
  readonly read?: SerializedDocument;
  /** What differs from the other document, where that was asked for. */
  readonly comparison?: DocumentComparison;
  /** What it calls things, where that was asked for and can be read. */
  readonly vocabulary?: Vocabulary;
}
