import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { Command } from 'commander';
import type { ArchiveReader } from '../application-archive/archive-reader.js';
import type { ImportedApplication, ImportProgress } from '../application-archive/import-application.js';
import { parsePeopleTable, type PeopleTableRow } from '../application-archive/people-table.js';
import { readConfiguration } from '../configuration/configuration.js';
import { assertFileReadable, assertLogExists } from './assert-log-exists.js';
import { describeImportedApplication } from './describe-imported-application.js';
import { AS_OPTION } from './operator-context.js';
import { formatShareProgress, openProgressLine } from './progress-line.js';
import type { RunningInstallation } from './with-installation.js';

interface ImportApplicationOptions {
  readonly people?: string;
  readonly sameIds?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
  readonly as?: string;
  readonly data?: string;
}

/** Opening one creates its folder and keys. */
const NO_INSTALLATION =
  'A dry run creates none: start Daybook there once (npm start), or name its folder with --data.';

export function importApplicationCommand(): Command {
  return new Command('import-application')
    .argument('<archive>', 'what `daybook export` wrote')
    .option(
      '--people <table>',
      'CSV file that says who somebody of the archive is here: ID,SIGN-IN NAME in each line, or ID,new',
    )
    .option(
      '--same-ids',
      'who has the id of somebody here is the same person: another application of that installation was imported before',
    )
    .option('--dry-run', 'write nothing: verify the archive, and say who would be whom')
    .option('--json', 'print the report as JSON')
    .option(...AS_OPTION)
    .option('--data <folder>', 'folder of everything kept (DAYBOOK_DATA, ./data)')
    .action(async (path: string, options: ImportApplicationOptions) => {
      const { as, data, people } = options;
      const where = { ...(as !== undefined && { as }), ...(data !== undefined && { data }) };
      const configuration = readConfiguration(where);
      if (options.dryRun) assertLogExists(configuration, NO_INSTALLATION);
      for (const file of [path, ...(people === undefined ? [] : [people])]) assertFileReadable(file);
      const table =
        people === undefined ? [] : parsePeopleTable(basename(people), await readFile(people, 'utf8'));
      const { ArchiveReader } = await import('../application-archive/archive-reader.js');
      const archive = await ArchiveReader.open(path);
      try {
        const { withCaughtUpInstallation } = await import('./with-installation.js');
        const imported = await withCaughtUpInstallation(where, (work) =>
          importArchive(archive, table, options, work),
        );
        process.stdout.write(
          options.json
            ? toReportJson(archive, imported)
            : describeImportedApplication(path, archive, imported, options.dryRun === true),
        );
      } finally {
        archive.close();
      }
    });
}

async function importArchive(
  archive: ArchiveReader,
  table: readonly PeopleTableRow[],
  { dryRun = false, sameIds = false }: ImportApplicationOptions,
  work: RunningInstallation,
): Promise<ImportedApplication> {
  const { importApplication } = await import('../application-archive/import-application.js');
  const { createImportTarget } = await import('../application-archive/import-target.js');
  const { installation, send, waitForProjections } = work;
  const shown = openProgressLine();
  const started = performance.now();
  try {
    return await importApplication(archive, createImportTarget(installation, { send, waitForProjections }), {
      table,
      sameIds,
      dryRun,
      context: await work.context(),
      onProgress: (progress) => shown.show(formatImportProgress(progress, performance.now() - started)),
    });
  } finally {
    shown.end();
  }
}

const formatImportProgress = ({ phase, share, done }: ImportProgress, elapsed: number): string =>
  phase === 'verifying'
    ? `verifying the archive, ${Math.floor(share * 100)} %`
    : formatShareProgress(phase === 'checking' ? 'checked' : 'imported', 'events', {
        done,
        share,
        rate: done / (elapsed / 1000),
      });

function toReportJson({ manifest, sha256 }: ArchiveReader, imported: ImportedApplication): string {
  const { application, counts } = manifest;
  const people = imported.people.map(({ archived, id, isNew, namesake }) => ({
    person: archived.id,
    name: archived.name,
    signInName: archived.signInName,
    here: id,
    new: isNew,
    ...(namesake !== undefined && { sameSignInName: namesake }),
  }));
  return `${JSON.stringify({ application, sha256, counts, ...imported, people }, null, 2)}\n`;
}
