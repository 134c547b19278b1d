import { v7 as uuid } from 'uuid';
import { UNKNOWN_TARGETS, type FailedDocument } from '#projections/port/failed-documents.js';
import { PROJECTIONS_PATH } from '#views/addresses.js';
import type { FailedDocumentRow, ProjectionsPage, ReadModelState } from '#views/view-models/system.js';
import type { ProcessManagerName } from '#domain/process-manager/process-manager-commands.js';
import type { ListedStuckProcessItem } from '#query-handling/calls/stuck-process-items.js';
import { eventHref } from '../addresses/page-addresses.js';
import type { Translate } from '#views/messages/translate.js';
import type { MessageId } from '#views/messages/en/all.js';

interface KnownProjection {
  readonly projection: string;
  readonly state: ReadModelState;
  readonly isFailed: boolean;
  readonly failed: readonly FailedDocument[];
}

export function presentProjections(
  all: readonly KnownProjection[],
  stuck: readonly ListedStuckProcessItem[],
  t: Translate,
): Pick<ProjectionsPage, 'projections' | 'failed' | 'stuck'> {
  return {
    stuck: stuck.map((item) => stuckRow(item, t)),
    projections: all.map(({ projection: name, state, isFailed }) => ({
      name,
      state: isFailed ? 'failed' : state,
      toggle: toggleOf(name, state),
    })),
    failed: all.flatMap(({ projection, failed }) => failed.map((each) => rowOf(projection, each, t))),
  };
}

function toggleOf(name: string, state: string): ProjectionsPage['projections'][number]['toggle'] {
  const isPaused = state === 'paused';
  const action = `${PROJECTIONS_PATH}/${name}/${isPaused ? 'resume' : 'pause'}`;
  return { action, commandId: uuid(), isPaused };
}

function rowOf(
  projection: string,
  { id, collection, document, event, error, held }: FailedDocument,
  t: Translate,
): FailedDocumentRow {
  const about = { collection, document, event: event.id };
  return {
    key: `${projection}-${id.replace(/[^\w-]/g, '-')}`,
    projection,
    document:
      collection === UNKNOWN_TARGETS ? t('status.documentsOf', { document }) : `${collection} ${document}`,
    event: { href: eventHref(event.position), title: event.type },
    error,
    held,
    retry: { action: `${PROJECTIONS_PATH}/${projection}/retry`, inputs: { ...about, commandId: uuid() } },
    skip: { action: `${PROJECTIONS_PATH}/${projection}/skip`, inputs: { ...about, commandId: uuid() } },
  };
}

const PROCESS_TITLES: Readonly<Record<ProcessManagerName, MessageId>> = {
  outbox: 'calls.title',
  'timer-firing': 'status.timers',
  upgrades: 'status.upgrades',
};

function stuckRow(
  { process, item, what, error, position }: ListedStuckProcessItem,
  t: Translate,
): FailedDocumentRow {
  const inputs = () => ({ item, commandId: uuid() });
  return {
    key: `${process}-${item.replace(/[^\w-]/g, '-')}`,
    projection: t(PROCESS_TITLES[process]),
    document: what,
    event: { href: eventHref(position), title: t('status.notedAs', { position }) },
    error,
    held: 0,
    retry: { action: `${PROJECTIONS_PATH}/${process}/retry`, inputs: inputs() },
    skip: { action: `${PROJECTIONS_PATH}/${process}/skip`, inputs: inputs() },
  };
}
