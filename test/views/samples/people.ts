import type { PeoplePage } from '#views/view-models/people.js';
import { systemFrame } from './frame.js';

const person = (
  name: string,
  roles: readonly string[],
  lastSignInAt: string | null,
  demo = false,
): PeoplePage['people'][number] => ({
  id: name,
  name,
  href: `/-/people/${encodeURIComponent(name)}`,
  roles: roles.map((title) => ({ title })),
  lastSignInAt,
  demo,
  fromLog: false,
  signInName: null,
  erased: false,
  locked: false,
});

export const people: PeoplePage = {
  frame: systemFrame('People', '/-/people'),
  people: [
    person('Ada Okafor', ['Admin', 'Auditor'], '2026-11-20T09:58:00.000Z'),
    person(
      'Jonas Weber',
      ['Budget holder in Purchase requests', 'Reader in Corrective and preventive actions'],
      '2026-11-20T07:12:00.000Z',
      true,
    ),
    {
      ...person('Mira Kaya', [], '2026-11-17T16:40:00.000Z', true),
      roles: [{ title: 'Finance in Purchase requests', provider: 'Example Ltd' }, { title: 'Auditor' }],
    },
    person('Tom Iversen', [], null),
    { ...person('Sietske de Boer', [], null), fromLog: true },
    { ...person('Erased person', [], '2026-03-01T08:00:00.000Z'), erased: true },
  ],
  search: '',
  next: '/-/people?after=tom',
  previous: undefined,
  register: '/-/people/new',
};

export const nobody: PeoplePage = { ...people, people: [], search: 'zebra', next: undefined };
