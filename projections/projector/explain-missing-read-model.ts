import type { Lease } from '../lease/lease.js';
import type { AnyProjection } from '../port/projection.js';
import type { OpenGenerations } from './open-generations.js';

const START_ONE = 'start `daybook serve --only projections`';
export const NO_BUILDER_MESSAGE = `Nobody builds the read models: ${START_ONE}.`;

interface UnbuiltProjection {
  readonly projection: AnyProjection;
  readonly lease: Lease;
  readonly generations: Pick<OpenGenerations, 'isDamaged'>;
}

export function explainMissingReadModel({ projection, lease, generations }: UnbuiltProjection): string {
  if (generations.isDamaged)
    return `The read model ${projection.name} was damaged, and is built again from the log.`;
  const why = lease.isOrphaned()
    ? `and nobody builds it: ${START_ONE}`
    : `but ${lease.holder ?? 'another process'} is about to build it`;
  return `The read model ${projection.name} is not there yet, ${why}.`;
}
