// Which stored names a type of event has had: the bare type for its first shape, then '@2', '@3', …
import type { EventType } from '../domain/event-type.js';
import { BY_ITSELF, NOT_RECORDED, type Metadata } from '../domain/event.js';

export type Upcasts = Readonly<Record<string, Pick<EventType, 'upcasts'>>>;

/** Before people from logs could be nobody, an imported event whose log names nobody said that Daybook did it. */
export function upcastMetadata(metadata: Metadata): Metadata {
  const isNobodys = metadata.source !== undefined && metadata.actor === BY_ITSELF;
  return isNobodys ? { ...metadata, actor: NOT_RECORDED } : metadata;
}

/** What the type is stored under now. */
export function storedType(types: Upcasts, type: string): string {
  const shape = upcastsOf(types, type).length + 1;
  return shape === 1 ? type : `${type}@${shape}`;
}

/** Today's type and data; a shape that is newer than what is known here stays as it is stored. */
export function upcast(types: Upcasts, stored: string, data: unknown): { type: string; data: unknown } {
  const { type, shape } = shapeOf(stored);
  const steps = upcastsOf(types, type);
  if (shape > steps.length + 1) return { type: stored, data };
  // Nearly every event is of today's shape.
  if (shape > steps.length) return { type, data };
  return { type, data: steps.slice(shape - 1).reduce((older, step) => step(older as never), data) };
}

function shapeOf(stored: string): { readonly type: string; readonly shape: number } {
  if (!stored.includes('@')) return { type: stored, shape: 1 };
  const [, type, shape] = /^(.+)@([2-9]|[1-9]\d+)$/.exec(stored) ?? [undefined, stored, '1'];
  return { type: type!, shape: Number(shape) };
}

const upcastsOf = (types: Upcasts, type: string) => (Object.hasOwn(types, type) ? types[type]!.upcasts : []);
