// How the read models are, in words: what is wrong with all of them is said once.
import { PortFailure } from '#platform/port-failure.js';
import type { RunningReadModels } from '#query-handling/running-read-models.js';
import type { StatusPage } from '#views/view-models/system.js';

export type ReadModelHealth = Awaited<ReturnType<RunningReadModels['health']>>[number];

/** `known`: what is wrong elsewhere. */
export function presentStatus(
  healths: readonly ReadModelHealth[],
  known: readonly string[],
): Pick<StatusPage, 'projections' | 'troubles'> {
  const shared = sharedTrouble(healths);
  return {
    troubles: shared === undefined ? known : [...known, shared],
    projections: healths.map((health) => ({
      name: health.projection,
      state: health.failure ? 'failed' : health.state,
      position: health.position,
      lag: health.lag,
      generation: health.generation ?? 0,
      failure: troubleOf(shared === undefined ? health : { ...health, trouble: undefined }),
    })),
  };
}

/** What all of several wait for, such as somebody who builds them. */
function sharedTrouble([first, ...others]: readonly ReadModelHealth[]): string | undefined {
  const isShared = others.length > 0 && others.every(({ trouble }) => trouble === first!.trouble);
  return isShared ? first!.trouble : undefined;
}

function troubleOf({
  failure,
  trouble,
  loopAlive,
  skipped,
  failedDocuments,
}: ReadModelHealth): string | undefined {
  const sentences = [
    failure && describeFailure(failure),
    trouble,
    loopAlive ? undefined : 'Nothing follows the log any more: restart the server.',
    failedDocuments > 0 ? behindWords(failedDocuments) : undefined,
    skipped > 0 ? `${skipped} events were left out on somebody’s order.` : undefined,
  ].filter((part) => part !== undefined);
  return sentences.length === 0 ? undefined : sentences.join(' ');
}

/** What Daybook could not do by itself; [] where there is nothing. */
export function describeStuck(count: number): readonly string[] {
  if (count === 0) return [];
  const what = count === 1 ? 'One thing' : `${count} things`;
  return [
    `${what} that Daybook does by itself could not be done, since it could not take what is stored about it; everything else goes on. See “Read models”.`,
  ];
}

const behindWords = (count: number): string =>
  count === 1
    ? 'One document is behind, since an event broke it; all others go on.'
    : `${count} documents are behind, since events broke them; all others go on.`;

function describeFailure({ event, error }: NonNullable<ReadModelHealth['failure']>): string {
  // An event of the log that cannot be read says its place by itself.
  if (error instanceof PortFailure && error.failure === 'damaged') return error.message;
  return event
    ? `At position ${event.position} (${event.type}): ${error.message}`
    : `Its data: ${error.message}`;
}
