import type { SearchPage } from '#views/view-models/search.js';
import { systemFrame } from './frame.js';
import { money, number, state, supplier, text } from './values.js';

const searched = [
  { application: 'Purchase requests', entities: ['Requests', 'Suppliers'] },
  { application: 'Facilities', entities: ['Reports'] },
];
const place = { locale: 'en-GB', timeZone: 'Europe/Berlin' };

export const searchFound: SearchPage = {
  frame: systemFrame('Search: brandt', '/-/search?q=brandt'),
  text: 'brandt',
  searched,
  people: [{ href: '/-/people/1', title: 'Anna Brandt', detail: 'People' }],
  pages: [{ href: '/purchasing/suppliers', title: 'Brandt and others', detail: 'Purchase requests' }],
  groups: [
    {
      ...place,
      application: 'Purchase requests',
      title: 'Requests',
      columns: [
        { key: 'number', title: 'Number', align: 'start' },
        { key: 'title', title: 'Title', align: 'start' },
        { key: 'state', title: 'State', align: 'start' },
        { key: 'amount', title: 'Amount', align: 'end' },
        { key: 'supplier', title: 'Supplier', align: 'start' },
      ],
      rows: [
        {
          id: '1',
          href: '/purchasing/requests/1',
          name: 'PR-2026-0248 Microscope for the cell laboratory',
          cells: [
            number('PR-2026-0248'),
            text('title', 'Title', 'Microscope for the cell laboratory'),
            state('submitted'),
            money('amount', 'Amount', 499_500),
            supplier('Optik Brandt GmbH'),
          ],
        },
      ],
      count: { count: 134, more: false },
      all: '/purchasing/requests?q=brandt',
    },
  ],
};

export const searchNothing: SearchPage = {
  ...searchFound,
  frame: systemFrame('Search: xylophone', '/-/search?q=xylophone'),
  text: 'xylophone',
  groups: [],
  people: [],
  pages: [],
};
