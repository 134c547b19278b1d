import { createCompleteChoiceList } from '#views/view-models/choices.js';
import type { DeputiesPage, DeputyRow } from '#views/view-models/deputies.js';
import { systemFrame } from './frame.js';

const at = '2026-11-18T09:12:00.000Z';

const deputy: DeputyRow = {
  id: '1',
  person: 'Thomas Okafor',
  deputy: 'Ana Sousa',
  from: '2026-12-21',
  until: '2027-01-06',
  scope: 'Purchase requests, as Budget holder',
  end: { action: '/-/deputies/1/end', commandId: 'c', person: 'p' },
};
const { end: _, ...over } = deputy;

export const deputies: DeputiesPage = {
  frame: systemFrame('Deputies', '/-/deputies'),
  named: [deputy],
  forWhom: [],
  all: {
    deputies: [
      { ...deputy, id: '2' },
      { ...over, id: '3', ended: { by: 'Thomas Okafor', at } },
    ],
  },
  name: {
    action: '/-/deputies',
    commandId: 'c',
    people: createCompleteChoiceList([{ value: 'a', title: 'Ana Sousa' }]),
    scopes: [{ value: '', title: 'Everything' }],
    typed: { deputy: 'a', scope: '', from: '2027-01-06', until: '2026-12-21' },
    errors: { until: ['Choose a last day that is not before the first day'] },
  },
};
