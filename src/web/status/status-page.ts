// The state of the read models in words; a cause common to all is given once.
import { PortFailure } from '#platform/port-failure.js';
import type { RunningReadModels } from '#query-handling/running-read-models.js';
import type { StatusPage } from '#views/view-models/system.js';
import type { Translate } from '#views/messages/translate.js';

export type ReadModelHealth = Awaited<ReturnType<RunningReadModels['health']>>[number];

/** `known`: what is wrong elsewhere. */
export function presentStatus(
  healths: readonly ReadModelHealth[],
  known: readonly string[],
  t: Translate,
): Pick<StatusPage, 'projections' | 'issues'> {
  const shared = sharedTrouble(healths);
  return {
    issues: shared === undefined ? known : [...known, shared],
    projections: healths.map((health) => ({
      name: health.projection,
      state: health.failure ? 'failed' : health.state,
      position: health.position,
      lag: health.lag,
      generation: health.generation ?? 0,
      failure: troubleOf(shared === undefined ? health : { ...health, trouble: undefined }, t),
    })),
  };
}

/** The cause that several read models have in common. */
function sharedTrouble([first, ...others]: readonly ReadModelHealth[]): string | undefined {
  const isShared = others.length > 0 && others.every(({ trouble }) => trouble === first!.trouble);
  return isShared ? first!.trouble : undefined;
}

function troubleOf(
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

/** What Daybook could not do by itself; [] where there is nothing. */
export const describeStuck = (count: number, t: Translate): readonly string[] =>
  count === 0 ? [] : [t('status.stuckTasks', { count })];

function describeFailure({ event, error }: NonNullable<ReadModelHealth['failure']>, t: Translate): string {
  // An event of the log that cannot be read says its place by itself.
  if (error instanceof PortFailure && error.failure === 'damaged') return error.message;
  return event
    ? t('status.failedAt', { position: event.position, type: event.type, error: error.message })
    : t('status.failedData', { error: error.message });
}
