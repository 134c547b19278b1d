import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { Command } from 'commander';
import { formatCount } from '#platform/format-count.js';
import type { ArchiveReader } from '../application-archive/archive-reader.js';
import type { ImportedApplication, ImportProgress } from '../application-archive/import-application.js';
import type { MatchedPerson } from '../application-archive/match-people.js';
import { parsePeopleTable, type PeopleTableRow } from '../application-archive/people-table.js';
import { readConfiguration } from '../configuration/configuration.js';
import { assertFileReadable } from './assert-log-exists.js';
import { AS_OPTION } from './operator-context.js';
import { formatShareProgress, openProgressLine } from './progress-line.js';
import { findPersonBySignInName } from './resolve-person-id.js';
import type { RunningInstallation } from './with-installation.js';

interface ImportApplicationOptions {
  readonly people?: string;
  readonly dryRun?: boolean;
  readonly json?: boolean;
  readonly as?: string;
  readonly data?: string;
}

export function importApplicationCommand(): Command {
  return new Command('import-application')
    .argument('<archive>', 'what `daybook export` wrote')
    .option(
      '--people <table>',
      'CSV file that says who somebody of the archive is here: ID,SIGN-IN NAME in each line, or ID,new',
    )
    .option('--dry-run', 'write nothing: verify the archive, and say who would be whom')
    .option('--json', 'print the report as JSON')
    .option(...AS_OPTION)
    .option('--data <folder>', 'folder of everything kept (DAYBOOK_DATA, ./data)')
    .action(async (path: string, options: ImportApplicationOptions) => {
      const { as, data, people } = options;
      const where = { ...(as !== undefined && { as }), ...(data !== undefined && { data }) };
      readConfiguration(where);
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
            : describeImport(path, archive, imported, options.dryRun === true),
        );
      } finally {
        archive.close();
      }
    });
}

/** EventStoreDB keeps no order among concurrent appends. */
const TOGETHER = { sqlite: 500, eventstoredb: 1 };

async function importArchive(
  archive: ArchiveReader,
  table: readonly PeopleTableRow[],
  { dryRun = false }: ImportApplicationOptions,
  work: RunningInstallation,
): Promise<ImportedApplication> {
  const { importApplication } = await import('../application-archive/import-application.js');
  const { installation, send, waitForProjections } = work;
  const { store, personal, files, clock, configuration } = installation;
  const shown = openProgressLine();
  const started = performance.now();
  try {
    return await importApplication(
      archive,
      {
        store,
        together: TOGETHER[configuration.events.engine],
        personal,
        files,
        clock,
        findBySignInName: (name) => findPersonBySignInName(name, installation),
        send,
        waitForProjections,
      },
      {
        table,
        dryRun,
        context: await work.context(),
        onProgress: (progress) => shown.show(formatImportProgress(progress, performance.now() - started)),
      },
    );
  } finally {
    shown.end();
  }
}

const formatImportProgress = ({ phase, share, done }: ImportProgress, elapsed: number): string =>
  phase === 'checking'
    ? `verifying the archive, ${Math.floor(share * 100)} %`
    : formatShareProgress('imported', 'events', { done, share, rate: done / (elapsed / 1000) });

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

function describeImport(
  path: string,
  { manifest, sha256 }: ArchiveReader,
  { people, events, timers, calls, already }: ImportedApplication,
  isDryRun: boolean,
): string {
  const { key, name } = manifest.application;
  if (already) return `${path} was imported before: ${name} is served at /${key}. Nothing was written.\n`;
  const content = `${formatCount(events, 'event')}, ${formatCount(manifest.counts.files, 'file')}`;
  const whom = people.map(describeMatch).join('');
  if (isDryRun)
    return `${path} is whole (SHA-256 of its manifest ${sha256}) and would be imported as ${key}: ${content}. Nothing was written.\n${whom}`;
  const withheld = [
    ...(timers > 0 ? [`${formatCount(timers, 'timer')} that were due did nothing`] : []),
    ...(calls > 0 ? [`${formatCount(calls, 'open call')} were not sent: see daybook calls`] : []),
  ];
  return (
    `${name} is imported, served at /${key}: ${content}.\n` +
    (withheld.length > 0 ? `${withheld.join('; ')}.\n` : '') +
    whom +
    'Roles are not imported: give them to the people here.\n'
  );
}

function describeMatch({ archived, id, isNew, namesake }: MatchedPerson): string {
  const { name, signInName, roles } = archived;
  const who = [
    archived.erased ? 'an erased person' : (name ?? 'somebody whose name cannot be read'),
    ...(signInName === null ? [] : [`signed in as ${signInName}`]),
    ...(roles.length === 0 ? [] : [`was ${roles.join(', ')}`]),
  ].join(', ');
  const here = isNew ? `known from the archive only` : id === archived.id ? 'the same here' : `${id} here`;
  const proposal =
    isNew && namesake !== undefined
      ? `. Somebody here signs in so: to take them for the same, put ${archived.id},${signInName} into the table`
      : '';
  return `  ${archived.id}  ${who}: ${here}${proposal}\n`;
}
