// The decider of one projection: whether it is paused, and which events are left out of which of its documents.
import { isBlank } from '#specification/value.js';
import type { Decided } from '../event.js';
import { builtInReason } from '../reason.js';
import { Refused } from '../refusal.js';
import type { ProjectionCommand, SkipEvent } from './projection-commands.js';
import { skipKey, type ProjectionEvent, type ProjectionState } from './projection-events.js';

/** [] = already so. Throws `Refused`. */
export function decideProjection(
  state: ProjectionState,
  command: ProjectionCommand,
): readonly Decided<ProjectionEvent>[] {
  const { projection } = command.data;
  switch (command.type) {
    case 'PauseProjection':
      return state.paused ? [] : [{ type: 'projection.paused', data: { projection } }];
    case 'ResumeProjection':
      return state.paused ? [{ type: 'projection.resumed', data: { projection } }] : [];
    case 'RetryProjection': {
      const { collection = null, document = null } = command.data.of ?? {};
      return [{ type: 'projection.retried', data: { projection, collection, document } }];
    }
    case 'SkipEvent':
      return skip(state, command.data);
  }
}

function skip(
  state: ProjectionState,
  { reason, context: _, ...data }: SkipEvent['data'],
): readonly Decided<ProjectionEvent>[] {
  if (isBlank(reason)) throw new Refused([builtInReason('REASON_REQUIRED', { fields: ['reason'] })]);
  if (state.skipped.has(skipKey(data))) return [];
  return [{ type: 'projection.event-skipped', data, said: { reason } }];
}
