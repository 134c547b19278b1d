import { isBlank } from '#specification/model/stored-value.js';
import type { DecidedEvent } from '../event.js';
import { createBuiltInReason } from '../create-reason.js';
import { Refused } from '../refusal.js';
import type { ProcessManagerCommand, SkipItem } from './process-manager-commands.js';
import type { ProcessEvent, ProcessState } from './process-manager-events.js';

export function decideProcess(
  state: ProcessState,
  command: ProcessManagerCommand,
): readonly DecidedEvent<ProcessEvent>[] {
  const { process } = command.data;
  switch (command.type) {
    case 'NoteFailedItem': {
      const { context: _, ...data } = command.data;
      const known = state.get(data.item);
      const isSame = known?.status === 'failed' && known.error === data.error && known.upTo === data.upTo;
      return isSame ? [] : [{ type: 'process.item-failed', data }];
    }
    case 'RetryItem': {
      const { item = null } = command.data;
      return item === null || isFailedOrSkipped(state, item)
        ? [{ type: 'process.item-retried', data: { process, item } }]
        : [];
    }
    case 'SkipItem':
      return skipItem(state, command.data);
  }
}

const isFailedOrSkipped = (state: ProcessState, item: string): boolean =>
  ['failed', 'skipped'].includes(state.get(item)?.status ?? '');

function skipItem(
  state: ProcessState,
  { process, item, reason }: SkipItem['data'],
): readonly DecidedEvent<ProcessEvent>[] {
  if (isBlank(reason)) throw new Refused([createBuiltInReason('REASON_REQUIRED', { fields: ['reason'] })]);
  const known = state.get(item);
  if (known?.status === 'skipped') return [];
  if (!known) throw new Refused([createBuiltInReason('NOT_FOUND')]);
  const { status: _, ...about } = known;
  return [{ type: 'process.item-skipped', data: { process, ...about }, metadata: { reason } }];
}
