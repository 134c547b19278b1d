import type { MessageId } from '../messages/en/all.js';
import type { ImportState } from '../view-models/archive.js';

export const IMPORT_STATES: Readonly<Record<ImportState, MessageId>> = {
  uploading: 'archive.uploading',
  broken: 'archive.broken',
  checking: 'archive.checking',
  checked: 'archive.checked',
  refused: 'archive.refused',
  importing: 'archive.importing',
  failed: 'archive.failed',
  done: 'archive.done',
};
