import type { MessageId } from '../messages/en/all.js';
import type { ReadModelState } from '../view-models/system.js';

export const READ_MODEL_STATE_TITLES: Readonly<Record<ReadModelState, MessageId>> = {
  new: 'status.isNew',
  booting: 'status.isBooting',
  active: 'status.isActive',
  paused: 'status.isOnPause',
  failed: 'status.isFailed',
};
