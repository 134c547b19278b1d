import { isBlank } from '#specification/model/stored-value.js';
import type { DecidedEvent } from '../event.js';
import { createBuiltInReason } from '../create-reason.js';
import { Refused } from '../refusal.js';
import type {
  AcceptReplay,
  ProjectionCommand,
  RollBackProjection,
  SkipEvent,
} from './projection-commands.js';
import {
  formatSkipKey,
  type ProjectionControlEvent,
  type ProjectionState,
} from './projection-control-events.js';

export function decideProjection(
  state: ProjectionState,
  command: ProjectionCommand,
): readonly DecidedEvent<ProjectionControlEvent>[] {
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
      return skipEvent(state, command.data);
    case 'AcceptReplay':
      return switchGeneration('projection.replay-accepted', command.data);
    case 'RollBackProjection':
      return switchGeneration('projection.rolled-back', command.data);
  }
}

function skipEvent(
  state: ProjectionState,
  { reason, context: _, ...data }: SkipEvent['data'],
): readonly DecidedEvent<ProjectionControlEvent>[] {
  assertReasonGiven(reason);
  if (state.skipped.has(formatSkipKey(data))) return [];
  return [{ type: 'projection.event-skipped', data, metadata: { reason } }];
}

function switchGeneration(
  type: 'projection.replay-accepted' | 'projection.rolled-back',
  { reason, context: _, ...data }: AcceptReplay['data'] | RollBackProjection['data'],
): readonly DecidedEvent<ProjectionControlEvent>[] {
  assertReasonGiven(reason);
  return [{ type, data, metadata: { reason } }];
}

function assertReasonGiven(reason: string): void {
  if (isBlank(reason)) throw new Refused([createBuiltInReason('REASON_REQUIRED', { fields: ['reason'] })]);
}
