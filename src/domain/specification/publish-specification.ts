import type { Specification } from '#specification/model/specification.js';
import type { DecidedEvent } from '../event.js';
import type { SpecificationEvent, SpecificationPublished } from './specification-events.js';

export interface SpecificationState {
  readonly version: number;
  readonly text: string;
  readonly changes: number;
}

export const UNPUBLISHED: SpecificationState = { version: 0, text: '', changes: 0 };

export function evolveSpecification(
  state: SpecificationState,
  { type, data }: SpecificationEvent,
): SpecificationState {
  switch (type) {
    case 'specification.constants-changed':
      return { ...state, changes: state.changes + data.changes.length };
    case 'specification.published':
      return { ...state, version: data.version, text: data.text };
    case 'specification.exported':
    case 'specification.imported':
    default:
      return state;
  }
}

/** Returns [] for an unchanged document. */
export function publishSpecification(
  state: SpecificationState,
  specification: Pick<Specification, 'key' | 'name' | 'text'> & {
    readonly reason?: string;
    readonly asked?: number;
  },
): readonly DecidedEvent<SpecificationPublished>[] {
  const { key, name, text, reason, asked } = specification;
  if (state.version > 0 && state.text === text) return [];
  const data = { key, name, version: state.version + 1, text, ...(asked !== undefined && { asked }) };
  return [{ type: 'specification.published', data, ...(reason !== undefined && { metadata: { reason } }) }];
}
