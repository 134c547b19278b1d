import type { ReferenceNames } from '#query-handling/names/find-names.js';
import { formatFileSize } from '#specification/values/format-file-size.js';
import { APPLICATION_IMPORTS_PATH, CALLS_PATH, PEOPLE_PATH, TIMELINE_PATH } from '#views/addresses.js';
import type { Translate } from '#views/messages/translate.js';
import type {
  ApplicationImportPage,
  ApplicationImportsPage,
  ImportedPerson,
} from '#views/view-models/archive.js';
import type {
  ApplicationImport,
  ImportReport,
  ReportedPerson,
} from '../../application-imports/application-import.js';
import { findRowOf } from '../../application-archive/people-table.js';
import { personHref, specificationHref } from '../addresses/page-addresses.js';
import { applicationImportHref } from '../addresses/system-addresses.js';
import { displayPersonName } from '../display/person-names.js';
import { percentOf } from '../rendering/loading.guard.js';
import { describeImportProblem } from './describe-import-problem.js';
import { MAX_LISTED_PEOPLE } from './people-form.js';

interface Naming {
  readonly names: ReferenceNames;
  readonly t: Translate;
}

export const presentImports = (
  imports: readonly ApplicationImport[],
  { names, t }: Naming,
): ApplicationImportsPage['imports'] =>
  imports.map(({ id, fileName, archive, phase, uploadedBy, uploadedAt }) => ({
    href: applicationImportHref(id),
    fileName,
    ...(archive && { application: archive.application.name }),
    state: phase,
    by: displayPersonName(names, uploadedBy, t),
    at: uploadedAt,
  }));

export function presentImport(
  upload: ApplicationImport,
  report: ImportReport,
  naming: Naming,
): Omit<ApplicationImportPage, 'frame'> {
  const { id, fileName, phase, isBegun, archive, sameIds } = upload;
  const here = applicationImportHref(id);
  const isRunning = phase === 'checking' || phase === 'importing';
  const isMatched = report.problems.length === 0;
  return {
    fileName,
    state: phase,
    here,
    all: APPLICATION_IMPORTS_PATH,
    isBegun,
    ...(isRunning && { progress: presentProgress(upload) }),
    problems: isRunning ? [] : report.problems.map((problem) => describeImportProblem(problem, naming.t)),
    ...(archive && { content: presentContent(upload, archive) }),
    people: report.people
      .slice(0, MAX_LISTED_PEOPLE)
      .map((person) => presentPerson(person, { ...naming, report, isMatched })),
    morePeople: Math.max(0, report.people.length - MAX_LISTED_PEOPLE),
    sameIds,
    ...(['checked', 'refused', 'failed'].includes(phase) && { check: { action: `${here}/people` } }),
    ...((phase === 'checked' || phase === 'failed') && {
      start: { action: `${here}/start`, isAgain: phase === 'failed' },
    }),
    ...(!isRunning && { discard: { action: `${here}/discard` } }),
    ...presentOutcome(upload),
  };
}

function presentProgress({ progress }: ApplicationImport): NonNullable<ApplicationImportPage['progress']> {
  if (!progress) return { phase: 'queued', percent: 0, done: 0 };
  const { phase, share, done } = progress;
  return { phase, percent: percentOf(share), done };
}

function presentContent(
  { bytes }: ApplicationImport,
  {
    application,
    counts,
    exportedAt,
    daybook,
    sha256,
    missingFiles,
  }: NonNullable<ApplicationImport['archive']>,
): NonNullable<ApplicationImportPage['content']> {
  const { events, people, files } = counts;
  return {
    ...application,
    exportedAt,
    daybook,
    events,
    people,
    files,
    missingFiles,
    size: formatFileSize(bytes),
    sha256,
  };
}

interface PersonContext extends Naming {
  readonly report: ImportReport;
  readonly isMatched: boolean;
}

function presentPerson(
  { id, name, signInName, erased, roles, here, isNew, hasNamesake }: ReportedPerson,
  { report, names, isMatched, t }: PersonContext,
): ImportedPerson {
  const row = findRowOf(report.rows, { id, name, signInName });
  return {
    id,
    name,
    erased,
    signInName,
    roles,
    entered: row?.here ?? '',
    hasNamesake,
    found:
      here === null || !isMatched
        ? { kind: 'undecided' }
        : isNew
          ? { kind: 'new' }
          : { kind: 'here', name: displayPersonName(names, here, t), href: personHref(here) },
  };
}

function presentOutcome({ archive, outcome }: ApplicationImport): Pick<ApplicationImportPage, 'outcome'> {
  if (!archive || !outcome) return {};
  const { key } = archive.application;
  return {
    outcome: {
      ...outcome,
      application: `/${key}`,
      specification: specificationHref(key),
      roles: PEOPLE_PATH,
      withheldCalls: CALLS_PATH,
      history: `${TIMELINE_PATH}?application=${key}&type=specification.imported`,
    },
  };
}
