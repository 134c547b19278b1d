// What of everything recorded would have no place in a version that is to be published.
import type { Problem } from '#specification/model/specification.js';
import { findUnmetConditions } from '#specification/upgrade/upgrade-condition.js';
import { computeEarliestToday } from '#domain/user/name-deputy.js';
import type { DocumentChecks } from '#ports/document-checks.js';
import type { CommandDependencies } from '../pipeline/command-dependencies.js';

export interface UnmetConditions {
  /** Empty: everything has its place. */
  readonly problems: readonly Problem[];
  /** The log was looked at up to here. */
  readonly position: number;
}

/** Throws `EventStoreUnavailable`, `Refused` UNAVAILABLE, `SpecificationRefused`. */
export async function checkUpgradeConditions(
  { migrations, lookups, clock }: Pick<CommandDependencies, 'migrations' | 'lookups' | 'clock'>,
  checks: Pick<DocumentChecks, 'conditions'>,
  application: string,
  text: string,
): Promise<UnmetConditions> {
  const publications = await migrations.publications(application);
  const earlier = publications.map(({ data }) => ({
    version: data.version,
    text: data.text,
    wasAsked: data.asked !== undefined,
  }));
  const conditions = await checks.conditions(earlier, text);
  const asking = conditions.flatMap(({ question }) => (question ? [question] : []));
  const { counts, position } = await lookups.recordedUse(application, asking, computeEarliestToday(clock()));
  let at = 0;
  const answers = conditions.map(({ question }) => (question ? counts[at++]! : 0));
  return { problems: findUnmetConditions(conditions, answers), position };
}
