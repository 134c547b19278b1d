// The port to the checks of documents that are to be published.
import type { EarlierText } from '../specification/check-cache.js';
import type { UpgradeCondition } from '../specification/upgrade/upgrade-condition.js';
import type { DocumentComparison } from '../specification/compare-documents.js';
import type { Problem } from '../specification/model/specification.js';

/** A document that was checked: the problems, or whose it is. */
export interface CheckedDocument {
  readonly problems: readonly Problem[];
  /** Of the application; only where there are no problems. */
  readonly key?: string;
  readonly name?: string;
}

/** Checks documents without keeping anybody waiting; the same document once. */
export interface DocumentChecks {
  check(text: string): Promise<CheckedDocument>;
  /** What the text has to keep of what was recorded under those before, with what to ask the records. */
  conditions(earlier: readonly EarlierText[], text: string): Promise<readonly UpgradeCondition[]>;
  /** What the text changes, by meaning and line by line. */
  compare(before: string, text: string): Promise<DocumentComparison>;
}

export const DOCUMENT_CHECKS = Symbol('DocumentChecks');
