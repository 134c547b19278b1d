// Of a whole document and of a blank one.
import type { SpecificationChangesPage, SpecificationPage } from '#views/view-models/specification.js';
import { lifecycle } from './process-map.js';
import { frame } from './frame.js';

const YAML: Readonly<Record<number, string>> = {
  1: 'key: purchasing\nname: Purchase requests\ntimeZone: Europe/Berlin\ncurrency: EUR\n',
  4: [
    '# Who decides is never who asked.',
    'lifecycles:',
    '  Request:',
    '    states:',
    '      draft:     { title: Draft }',
    '      submitted: { title: Waiting for approval }',
    '    actions:',
    '      submit:  { from: draft, to: submitted, by: [requester] }',
    '      approve: { from: submitted, to: approved, by: [budgetHolder], not: record.requestedBy, approvals: "record.amount > constants.twoEyesLimit ? 2 : 1", sign: I approve this spending }',
    '',
  ].join('\n'),
  5: 'rules:\n  R1: { on: Request, in: [submitted, approved], check: "record.amount > 0", error: AMOUNT_MISSING, fields: [lines] }\n',
};

type Section = SpecificationPage['sections'][number];

const section = (index: number): Section => {
  const number = (index + 1) as Section['number'];
  const line = 3 + index * 20;
  const yaml = YAML[number];
  return {
    number,
    shown: number !== 7,
    line,
    content:
      number === 7
        ? []
        : [
            {
              kind: 'prose',
              markdown:
                'Staff ask **before** money is spent. Budget holders decide. Finance pays.\n\n- One request, one purpose.\n- Nobody approves what they asked for himself.',
              line: line + 2,
            },
            ...(yaml === undefined ? [] : [{ kind: 'yaml' as const, source: yaml, line: line + 6 }]),
          ],
  };
};

export const specification: SpecificationPage = {
  frame: frame('Specification', '/purchasing/specification'),
  name: 'Purchase requests',
  version: 3,
  versions: [
    {
      version: 3,
      at: '2026-11-20T07:55:00.000Z',
      by: 'Ada Okafor',
      href: '/purchasing/specification?version=3',
    },
    {
      version: 2,
      at: '2026-06-02T09:00:00.000Z',
      by: 'Ada Okafor',
      href: '/purchasing/specification?version=2',
    },
    {
      version: 1,
      at: '2026-01-07T10:30:00.000Z',
      by: 'Daybook',
      href: '/purchasing/specification?version=1',
    },
  ],
  sections: Array.from({ length: 9 }, (_, index) => section(index)),
  later: [
    {
      what: 'uploads to Request.quote',
      meanwhile: 'until then nothing can be uploaded',
      section: 4,
      line: 77,
    },
    { what: 'timer remind of Request', section: 4, line: 73 },
  ],
  source: '/purchasing/specification.md',
  publish: '/-/publish?application=purchasing',
  lifecycles: [{ entity: 'Request', figure: lifecycle, isWhole: false }],
  maps: [{ title: 'Requests', href: '/purchasing/requests/map' }],
  empty: false,
};

export const blankSpecification: SpecificationPage = {
  ...specification,
  frame: frame('Specification', '/blank/specification'),
  name: 'Blank',
  version: 1,
  versions: specification.versions.slice(2),
  sections: specification.sections.map((each) => ({ ...each, shown: false, content: [] })),
  later: [],
  empty: true,
};

export const specificationChanges: SpecificationChangesPage = {
  frame: frame('Changes', '/purchasing/specification/changes'),
  name: 'Purchase requests',
  back: { href: '/purchasing/specification', title: 'Specification' },
  action: '/purchasing/specification/changes',
  from: 2,
  to: 3,
  versions: [3, 2, 1],
  changes: {
    meaning: [
      {
        number: 4,
        differences: [
          {
            about: ['Request', 'approve'],
            sentence: 'It also asks for a signature.',
            line: 71,
            href: '/purchasing/specification#line-71',
          },
        ],
      },
    ],
    words: [],
    lines: [
      [
        { kind: 'same', text: '    actions:', before: 68, after: 68 },
        { kind: 'gone', text: '      approve: { from: submitted, to: approved }', before: 69 },
        {
          kind: 'added',
          text: '      approve: { from: submitted, to: approved, sign: I approve }',
          after: 69,
        },
      ],
    ],
    more: false,
    isGivenUp: false,
  },
};

export const onlyVersion: SpecificationChangesPage = {
  ...specificationChanges,
  versions: [1],
  from: 1,
  to: 1,
};
