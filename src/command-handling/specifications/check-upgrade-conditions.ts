import type { Problem } from '#specification/model/specification.js';
import { findUnmetConditions } from '#specification/upgrade/upgrade-condition.js';
import { computeEarliestToday } from '#domain/user/appoint-deputy.js';
import type { DocumentChecks } from '#ports/document-checks.js';
import type { CommandDependencies } from '../pipeline/command-dependencies.js';

export interface UpgradeConditionCheck {
  /** Empty: publishable. */
  readonly problems: readonly Problem[];
  readonly position: number;
}

/** Throws `EventStoreUnavailable`, `Refused` UNAVAILABLE, `SpecificationRefusedError`. */
export async function checkUpgradeConditions(
  { migrations, lookups, clock }: Pick<CommandDependencies, 'migrations' | 'lookups' | 'clock'>,
  checks: Pick<DocumentChecks, 'conditions'>,
  application: string,
  text: string,
): Promise<UpgradeConditionCheck> {
  const publications = await migrations.publications(application);
  const earlier = publications.map(({ data }) => ({
    version: data.version,
    text: data.text,
    wasChecked: data.asked !== undefined,
  }));
  const conditions = await checks.conditions(earlier, text);
  const asking = conditions.flatMap(({ question }) => (question ? [question] : []));
  const { counts, position } = await lookups.countUsage(application, asking, computeEarliestToday(clock()));
  let at = 0;
  const answers = conditions.map(({ question }) => (question ? counts[at++]! : 0));
  return { problems: findUnmetConditions(conditions, answers), position };
}
