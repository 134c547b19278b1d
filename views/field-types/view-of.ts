// The part of pages for a type of fields.
import { ALL } from './all.js';
import type { FieldView } from './field-view.js';

const BY_TYPE: ReadonlyMap<string, FieldView> = new Map(ALL.map((each) => [each.type, each]));

const PLAIN: Omit<FieldView, 'type'> = {};

export const viewOf = (of: { readonly type: string } | undefined): Omit<FieldView, 'type'> =>
  (of && BY_TYPE.get(of.type)) ?? PLAIN;
