import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Command } from 'commander';
import { createPeopleReadModel } from '#projections/read-models/people/people-read-model.js';
import { formatCount } from '#platform/format-count.js';
import { createPrivateWriteStream } from '#platform/private-files.js';
import { readDaybookVersion } from '#platform/daybook-version.js';
import type { ExportedArchive } from '../application-archive/export-application.js';
import { readConfiguration } from '../configuration/configuration.js';
import { NoteApplicationExported } from '../domain/specification/archive-commands.js';
import { assertLogExists } from './assert-log-exists.js';
import { CliUsageError } from './cli-usage-error.js';
import { AS_OPTION } from './operator-context.js';
import { formatShareProgress, openProgressLine } from './progress-line.js';
import type { RunningInstallation } from './with-installation.js';

interface ExportOptions {
  readonly to: string;
  readonly reason?: string;
  readonly json?: boolean;
  readonly as?: string;
  readonly data?: string;
}

export function exportCommand(): Command {
  return new Command('export')
    .argument('<key>', 'the application, as in its address')
    .requiredOption(
      '--to <file>',
      'the archive, a file that is not there yet; it holds personal data readably',
    )
    .option('--reason <text>', 'why; it stands in the history of the specification')
    .option('--json', 'print what is in it as JSON')
    .option(...AS_OPTION)
    .option('--data <folder>', 'folder of everything kept (DAYBOOK_DATA, ./data)')
    .action(async (key: string, options: ExportOptions) => {
      const { as, data, to, reason } = options;
      const where = { ...(as !== undefined && { as }), ...(data !== undefined && { data }) };
      assertLogExists(readConfiguration(where));
      if (existsSync(to))
        throw new CliUsageError(
          `${to} is there already. Name a file that is not: an archive replaces nothing.`,
        );
      const { withCaughtUpInstallation } = await import('./with-installation.js');
      const version = readDaybookVersion();
      const exported = await withCaughtUpInstallation(where, (work) =>
        exportToFile(work, { key, to, version, ...(reason !== undefined && { reason }) }),
      );
      process.stdout.write(
        options.json
          ? JSON.stringify({ archive: to, sha256: exported.sha256, ...exported.manifest.counts }, null, 2) +
              '\n'
          : describeExport(to, exported),
      );
      const missing = exported.manifest.missingFiles.length;
      if (missing > 0)
        process.stderr.write(
          `daybook: ${formatCount(missing, 'file')} that events name could not be put in: they are missing here. See daybook status.\n`,
        );
    });
}

interface ArchiveTarget {
  readonly key: string;
  readonly to: string;
  readonly version: string;
  readonly reason?: string;
}

async function exportToFile(work: RunningInstallation, { key, to, version, reason }: ArchiveTarget) {
  const { assertExportable, describeExported, exportApplication } =
    await import('../application-archive/export-application.js');
  const { store, personal, files, projections, clock } = work.installation;
  await assertExportable(store, key);
  const people = createPeopleReadModel(projections);
  const unfinished = `${to}.part`;
  const shown = openProgressLine();
  const started = performance.now();
  try {
    const exported = await exportApplication(
      { store, personal, files, people, clock, version },
      key,
      createPrivateWriteStream(unfinished),
      {
        onComplete: async (archive) =>
          work.send(
            new NoteApplicationExported({
              application: key,
              exported: describeExported(archive),
              ...(reason !== undefined && { reason }),
              context: await work.context(),
            }),
          ),
        onProgress: (done, share) =>
          shown.show(
            formatShareProgress('exported', 'events', {
              done,
              share,
              rate: done / ((performance.now() - started) / 1000),
            }),
          ),
      },
    );
    await rename(unfinished, to);
    return exported;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new CliUsageError(
        `${unfinished} is there: another export is under way, or was interrupted. Remove it where none is.`,
      );
    await rm(unfinished, { force: true });
    throw error;
  } finally {
    shown.end();
  }
}

function describeExport(to: string, { manifest, sha256 }: ExportedArchive): string {
  const { application, counts } = manifest;
  const content = [
    formatCount(counts.specifications, 'version'),
    formatCount(counts.events, 'event'),
    `${counts.people.toLocaleString('en')} ${counts.people === 1 ? 'person' : 'people'}`,
    formatCount(counts.files, 'file'),
  ];
  return (
    `${to} holds ${application.name} (${application.key}): ${content.join(', ')}.\n` +
    `SHA-256 of its manifest: ${sha256}\n` +
    'Personal data in it can be read by everyone who has the file. Keep it as you keep the log, and delete it when it is not needed.\n'
  );
}
