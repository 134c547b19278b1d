import type { FieldView } from './field-view.js';

export const table: FieldView = { type: 'table', hasRows: true };
