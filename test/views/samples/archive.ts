import type {
  ApplicationExportPage,
  ApplicationImportPage,
  ApplicationImportsPage,
  ImportedPerson,
} from '#views/view-models/archive.js';
import { systemFrame } from './frame.js';

const IMPORTS = '/-/application-imports';
const HERE = `${IMPORTS}/0199dddd-0000-7000-8000-000000000001`;

export const applicationImports: ApplicationImportsPage = {
  frame: systemFrame('Import applications', IMPORTS),
  action: IMPORTS,
  largest: '2 GB',
  problems: [],
  imports: [
    {
      href: HERE,
      fileName: 'purchasing.zip',
      application: 'Purchasing',
      state: 'importing',
      by: 'Ada Okafor',
      at: '2026-11-27T10:12:00.000Z',
    },
    {
      href: `${IMPORTS}/0199dddd-0000-7000-8000-000000000002`,
      fileName: 'permits of the old server, second try.zip',
      state: 'broken',
      by: 'Ada Okafor',
      at: '2026-11-26T16:40:00.000Z',
    },
  ],
};

export const applicationImportsRefused: ApplicationImportsPage = {
  ...applicationImports,
  problems: [
    'notes.zip is no archive of an application: there is no manifest.json in it. Name a file that `daybook export` wrote.',
  ],
  imports: [],
};

const content: ApplicationImportPage['content'] = {
  key: 'purchasing',
  name: 'Purchasing',
  version: 7,
  exportedAt: '2026-11-26T16:20:00.000Z',
  daybook: '0.1.0',
  events: 128_040,
  people: 42,
  files: 310,
  missingFiles: 2,
  size: '412 MB',
  sha256: '3f1d7c0e5b9a4c86a2e07d4b1c9f8e6d5a3b2c1d0e9f8a7b6c5d4e3f2a1b0c9d',
};

const person = (name: string, over: Partial<ImportedPerson> = {}): ImportedPerson => ({
  id: '29bdb65b-67b9-833e-93fb-60030927dea9',
  name,
  erased: false,
  signInName: name.split(' ')[0]!.toLowerCase(),
  roles: ['requester'],
  entered: '',
  found: { kind: 'new' },
  hasNamesake: false,
  ...over,
});

export const applicationImportChecked: ApplicationImportPage = {
  frame: systemFrame('Purchasing', HERE),
  fileName: 'purchasing.zip',
  state: 'checked',
  here: HERE,
  all: IMPORTS,
  isBegun: false,
  problems: [],
  content,
  people: [
    person('Ines Sousa', {
      entered: 'ines.sousa',
      found: { kind: 'here', name: 'Ines Sousa', href: '/-/people/x' },
      roles: ['requester', 'budget holder'],
    }),
    person('Jonas Weber', { id: '5d0425ee-2bb3-88eb-a6aa-82c801a8e6f2', hasNamesake: true }),
    person('x', {
      id: '61669b59-6350-8487-81b9-15e1cbf09d4f',
      name: null,
      erased: true,
      signInName: null,
      roles: [],
      entered: 'new',
    }),
  ],
  morePeople: 39,
  sameIds: false,
  check: { action: `${HERE}/people` },
  start: { action: `${HERE}/start`, isAgain: false },
  discard: { action: `${HERE}/discard` },
};

const { check: _check, start: _start, discard: _discard, ...running } = applicationImportChecked;

export const applicationImportRunning: ApplicationImportPage = {
  ...running,
  state: 'importing',
  isBegun: true,
  progress: { phase: 'importing', percent: 37, done: 47_500 },
};

const { start: _, ...unready } = applicationImportChecked;

export const applicationImportRefused: ApplicationImportPage = {
  ...unready,
  state: 'refused',
  problems: [
    'Line 2 of the table: nobody here has the id or sign-in name “karl”. Register them first, or write new.',
    'Jonas Weber (jonas), 5d0425ee-2bb3-88eb-a6aa-82c801a8e6f2, has the id of somebody here. Say in the table who it is.',
  ],
  people: applicationImportChecked.people.map((each) => ({ ...each, found: { kind: 'undecided' } })),
};

export const applicationImportFailed: ApplicationImportPage = {
  ...applicationImportChecked,
  state: 'failed',
  isBegun: true,
  problems: ['A sealed file is damaged. Restore it from a backup of the files.'],
  start: { action: `${HERE}/start`, isAgain: true },
};

export const applicationImportDone: ApplicationImportPage = {
  ...running,
  state: 'done',
  isBegun: true,
  discard: { action: `${HERE}/discard` },
  outcome: {
    already: false,
    events: 128_040,
    newPeople: 12,
    timers: 3,
    calls: 2,
    application: '/purchasing',
    specification: '/purchasing/specification',
    roles: '/-/people',
    withheldCalls: '/-/calls',
    history: '/-/timeline?application=purchasing&type=specification.imported',
  },
};

const { content: __, ...withoutContent } = running;

export const applicationImportBroken: ApplicationImportPage = {
  ...withoutContent,
  state: 'broken',
  people: [],
  morePeople: 0,
  discard: { action: `${HERE}/discard` },
};

export const applicationExport: ApplicationExportPage = {
  frame: systemFrame('Export Purchasing', '/-/applications/purchasing/export'),
  name: 'Purchasing',
  back: '/purchasing/specification',
  action: '/-/applications/purchasing/export',
  commandId: 'c',
  beyond: [
    { entity: 'Requests', records: 'some', fields: ['Bank account', 'Salary band'] },
    { entity: 'Suppliers', records: 'all', fields: [] },
  ],
  exports: [
    {
      by: 'Ada Okafor',
      at: '2026-11-26T16:20:00.000Z',
      events: 128_040,
      isWhole: true,
      reason: 'Move to the new server, ticket 4711',
      href: '/-/events/128041',
    },
    {
      by: 'Ada Okafor',
      at: '2026-11-26T16:02:00.000Z',
      events: 800,
      isWhole: false,
      href: '/-/events/128000',
    },
  ],
};

export const applicationNeverExported: ApplicationExportPage = {
  ...applicationExport,
  beyond: [],
  exports: [],
};
