import { ALL_FIELD_VIEWS } from './all.js';
import type { FieldView } from './field-view.js';

const BY_TYPE: ReadonlyMap<string, FieldView> = new Map(ALL_FIELD_VIEWS.map((each) => [each.type, each]));

const PLAIN: Omit<FieldView, 'type'> = {};

export const getFieldView = (of: { readonly type: string } | undefined): Omit<FieldView, 'type'> =>
  (of && BY_TYPE.get(of.type)) ?? PLAIN;
