import type { CheckedExport, ExportCheckPage } from '#views/view-models/export-check.js';
import { systemFrame } from './frame.js';

const HERE = '/-/timeline/check';
const SHA256 = '3f1d7c0e5b9a4c86a2e07d4b1c9f8e6d5a3b2c1d0e9f8a7b6c5d4e3f2a1b0c9d';

export const exportToCheck: ExportCheckPage = {
  frame: systemFrame('Check an export', HERE),
  action: HERE,
  timeline: '/-/timeline',
  largest: '2 GB',
  problems: [],
};

const exported: CheckedExport = {
  who: 'Ada Okafor',
  at: '2026-11-27T10:12:00.000Z',
  upTo: 128_040,
  format: 'csv',
  event: { position: 128_043, href: '/-/events/128043' },
  again: '/-/timeline?type=decisions&position.until=128040',
  lacksFilters: true,
};

export const exportUnchanged: ExportCheckPage = {
  ...exportToCheck,
  checked: {
    result: 'unchanged',
    fileName: 'timeline-2026-11-27.csv',
    sha256: SHA256,
    exported: { ...exported, events: 1_204 },
  },
};

export const exportChanged: ExportCheckPage = {
  ...exportToCheck,
  checked: {
    result: 'changed',
    fileName: 'timeline-2026-11-27, of all that was decided about the permits of the old server.csv',
    sha256: SHA256,
    exported,
  },
};

export const exportBrokenOff: ExportCheckPage = {
  ...exportToCheck,
  checked: {
    result: 'broken-off',
    fileName: 'timeline-2026-11-27.jsonl',
    sha256: SHA256,
    exported: { ...exported, format: 'jsonl', lacksFilters: false },
  },
};

export const exportUnknown: ExportCheckPage = {
  ...exportToCheck,
  checked: { result: 'unknown', fileName: 'timeline.csv', sha256: SHA256 },
};

export const noExport: ExportCheckPage = {
  ...exportToCheck,
  checked: { result: 'no-export', fileName: 'requests.csv', sha256: SHA256 },
};

export const exportNotChecked: ExportCheckPage = { ...exportToCheck, problems: ['Choose a file'] };
