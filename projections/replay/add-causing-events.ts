// By folding the documents again.
import type { RecordedEvent } from '#domain/event.js';
import { type EventStore } from '#event-store/event-store.js';
import { isObject, type GenerationComparison, type DocumentDifference } from './compare-generations.js';
import { createUnknownTargetsKey } from '../port/failed-documents.js';
import type { AnyProjection, DocumentKey } from '../port/projection.js';
import {
  createTargetFinder,
  type IsEventSkippedInDocument,
  type FindTargets,
} from '../projector/event-targets.js';
import type { Json } from '../port/query.js';
import { toCanonicalJson } from '#event-store/canonical-json.js';

interface TracedProjection {
  readonly projection: AnyProjection;
  readonly store: Pick<EventStore, 'all'>;
  readonly isSkipped: (position: number) => boolean;
  readonly isSkippedIn: IsEventSkippedInDocument;
}

type TracedDocument = Parameters<AnyProjection['apply']>[0];

interface DifferenceOrigin {
  readonly difference: DocumentDifference;
  document: TracedDocument;
  event?: DocumentDifference['event'];
}

export async function addCausingEvents(
  traced: TracedProjection,
  comparison: GenerationComparison,
): Promise<GenerationComparison> {
  const all = comparison.differences.map((difference): DifferenceOrigin => ({
    difference,
    document: undefined,
  }));
  const wanted = new Map(all.map((each) => [keyOf(each.difference), each]));
  if (all.length > 0) await fold(traced, wanted, comparison.position);
  return {
    ...comparison,
    differences: all.map(({ difference, event }) => ({ ...difference, ...(event && { event }) })),
  };
}

async function fold(
  traced: TracedProjection,
  wanted: ReadonlyMap<string, DifferenceOrigin>,
  to: number,
): Promise<void> {
  const targetsOf = createHeldBackTargets(traced);
  const foldEvent = (event: RecordedEvent) => {
    for (const target of targetsOf(event))
      if (!traced.isSkippedIn(event, target)) foldOne(traced.projection, wanted.get(keyOf(target)), event);
  };
  for await (const batch of traced.store.all(0)) {
    batch.filter(({ position }) => position <= to).forEach(foldEvent);
    if (batch.at(-1)!.position >= to) return;
  }
}

/** Events held back in both generations are excluded. */
function createHeldBackTargets(traced: TracedProjection): (event: RecordedEvent) => readonly DocumentKey[] {
  const ask: FindTargets = createTargetFinder(traced);
  const heldBack = new Set<string>();
  return (event) => {
    const targets = ask(event);
    const { id } = createUnknownTargetsKey(traced.projection, event);
    if (targets instanceof Error) heldBack.add(id);
    return targets instanceof Error || heldBack.has(id) ? [] : targets;
  };
}

function foldOne(
  projection: AnyProjection,
  wanted: DifferenceOrigin | undefined,
  event: RecordedEvent,
): void {
  if (!wanted) return;
  const { difference, document: before } = wanted;
  try {
    wanted.document = projection.apply(before, event, difference);
  } catch {
    // It broke the document in both generations.
    return;
  }
  if (hasChangedAt(difference.path, before, wanted.document))
    wanted.event = { position: event.position, type: event.type };
}

const keyOf = ({ collection, id }: { readonly collection: string; readonly id: string }) =>
  `${collection}\n${id}`;

/** For a missing document, its creation counts. */
function hasChangedAt(path: string, before: TracedDocument, after: TracedDocument): boolean {
  if (path === '') return (before === undefined) !== (after === undefined);
  return toCanonicalJson(valueAt(before, path)) !== toCanonicalJson(valueAt(after, path));
}

/** Keys may contain dots: the longest match counts. */
function valueAt(value: Json | undefined, path: string): Json | undefined {
  if (!isObject(value)) return undefined;
  if (Object.hasOwn(value, path)) return value[path];
  for (let dot = path.lastIndexOf('.'); dot > 0; dot = path.lastIndexOf('.', dot - 1)) {
    const key = path.slice(0, dot);
    if (Object.hasOwn(value, key)) return valueAt(value[key], path.slice(dot + 1));
  }
  return undefined;
}
