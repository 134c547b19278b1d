import type { EarlierVersionText } from '../specification/check-cache.js';
import type { UpgradeCondition } from '../specification/upgrade/upgrade-condition.js';
import type { DocumentComparison } from '../specification/compare-documents.js';
import type { Problem } from '../specification/model/specification.js';

export interface CheckedDocument {
  readonly problems: readonly Problem[];
  /** Application; only without problems. */
  readonly key?: string;
  readonly name?: string;
}

/** Does not block requests; checks the same document once. */
export interface DocumentChecks {
  check(text: string): Promise<CheckedDocument>;
  /** What the text must retain of earlier versions' records. */
  conditions(earlier: readonly EarlierVersionText[], text: string): Promise<readonly UpgradeCondition[]>;
  /** By meaning and line by line. */
  compare(before: string, text: string): Promise<DocumentComparison>;
}

export const DOCUMENT_CHECKS = Symbol('DocumentChecks');
