import { Query } from '@nestjs/cqrs';
import { type ReferenceNames } from '../names/find-names.js';
import type { Periods } from './periods.js';
import { type ReportQuery, type ReportGroup, type ReportPlanRequest } from './plan-report.js';

export interface ReportResult {
  /** In the order of `amounts`. */
  readonly of: readonly string[];
  readonly groups: readonly ReportGroup[];
  readonly total: Pick<ReportGroup, 'count' | 'amounts'>;
  readonly more: boolean;
  /** Evaluated one by one, only the newest `most`. */
  readonly partly: boolean;
  readonly most?: number;
  /** Hidden values are left out. */
  readonly hides: boolean;
  readonly outdated: readonly string[];
  readonly periods?: Periods;
  readonly names: ReferenceNames;
}

/** Throws `Refused`. */
export class ComputeReport extends Query<ReportResult> {
  constructor(
    readonly question: ReportPlanRequest,
    readonly query: ReportQuery,
  ) {
    super();
  }
}
