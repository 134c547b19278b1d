import { AdapterError } from '#platform/adapter-error.js';
import type { ProjectionProgress } from '#query-handling/projection-progress.js';
import type { StatusPage } from '#views/view-models/system.js';
import type { Translate } from '#views/messages/translate.js';

export type ReadModelHealth = Awaited<ReturnType<ProjectionProgress['health']>>[number];

/** `known`: issues reported elsewhere. */
export function presentStatus(
  healths: readonly ReadModelHealth[],
  known: readonly string[],
  t: Translate,
): Pick<StatusPage, 'projections' | 'issues'> {
  const shared = findSharedCause(healths);
  return {
    issues: shared === undefined ? known : [...known, shared],
    projections: healths.map((health) => ({
      name: health.projection,
      state: health.failure ? 'failed' : health.state,
      position: health.position,
      lag: health.lag,
      generation: health.generation ?? 0,
      failure: describeIssues(shared === undefined ? health : { ...health, trouble: undefined }, t),
    })),
  };
}

/** A cause common to all read models is shown once. */
function findSharedCause([first, ...others]: readonly ReadModelHealth[]): string | undefined {
  const isShared = others.length > 0 && others.every(({ trouble }) => trouble === first!.trouble);
  return isShared ? first!.trouble : undefined;
}

function describeIssues(
  { failure, trouble, loopAlive, skipped, failedDocuments }: ReadModelHealth,
  t: Translate,
): string | undefined {
  const sentences = [
    failure && describeFailure(failure, t),
    trouble,
    loopAlive ? undefined : t('status.loopDead'),
    failedDocuments > 0 ? t('status.failedDocuments', { count: failedDocuments }) : undefined,
    skipped > 0 ? t('status.skippedEvents', { count: skipped }) : undefined,
  ].filter((part) => part !== undefined);
  return sentences.length === 0 ? undefined : sentences.join(' ');
}

export const describeStuck = (count: number, t: Translate): readonly string[] =>
  count === 0 ? [] : [t('status.stuckTasks', { count })];

function describeFailure({ event, error }: NonNullable<ReadModelHealth['failure']>, t: Translate): string {
  // The message for an unreadable event names its position.
  if (error instanceof AdapterError && error.kind === 'damaged') return error.message;
  return event
    ? t('status.failedAt', { position: event.position, type: event.type, error: error.message })
    : t('status.failedData', { error: error.message });
}
