import type { StateTone } from '#specification/model/tones.js';
import type { DisplayValue } from '#views/view-models/display-value.js';

export const number = (value: string): DisplayValue => ({
  key: 'number',
  title: 'Number',
  type: 'number',
  value,
});
export const text = (key: string, title: string, value: string | null): DisplayValue => ({
  key,
  title,
  type: 'text',
  value,
});
export const money = (key: string, title: string, value: number | null): DisplayValue => ({
  key,
  title,
  type: 'money',
  value,
  places: 2,
  currency: 'EUR',
});
export const choice = (key: string, title: string, value: string): DisplayValue => ({
  key,
  title,
  type: 'choice',
  value,
  label: value,
});
export const user = (key: string, title: string, label: string): DisplayValue => ({
  key,
  title,
  type: 'user',
  value: `id-${label}`,
  label,
});
export const moment = (key: string, title: string, value: string): DisplayValue => ({
  key,
  title,
  type: 'dateTime',
  value,
});
export const supplier = (label: string | null): DisplayValue => ({
  key: 'supplier',
  title: 'Supplier',
  type: 'reference',
  value: label === null ? null : 'id-supplier',
  ...(label !== null && { label, href: '/purchasing/suppliers/id-supplier' }),
});
export const STATES = {
  draft: 'Draft',
  submitted: 'Waiting for approval',
  approved: 'Approved',
  rejected: 'Rejected',
  paid: 'Paid',
} as const;

const line = (item: string, quantity: number, price: number): readonly DisplayValue[] => [
  text('item', 'Item', item),
  { key: 'quantity', title: 'Quantity', type: 'integer', value: quantity },
  money('price', 'Price', price),
];

export const LINES: DisplayValue = {
  key: 'lines',
  title: 'Lines',
  type: 'table',
  value: [{}, {}, {}],
  columns: [
    { key: 'item', title: 'Item' },
    { key: 'quantity', title: 'Quantity' },
    { key: 'price', title: 'Price' },
  ],
  rows: [
    line('Inverted phase contrast microscope, with camera port', 1, 389_000),
    line('Plan objective 40×', 2, 41_250),
    line('Installation and instruction on site', 1, 28_000),
  ],
};

export const STATE_TONE: Readonly<Record<keyof typeof STATES, StateTone>> = {
  draft: 'active',
  submitted: 'waiting',
  approved: 'active',
  rejected: 'bad',
  paid: 'good',
};

export const state = (value: keyof typeof STATES): DisplayValue => ({
  key: 'state',
  title: 'State',
  type: 'state',
  value,
  label: STATES[value],
  tone: STATE_TONE[value],
});
