import { Command, Option } from 'commander';
import { readConfiguration } from '../configuration/configuration.js';
import { assertFileReadable, assertLogExists } from './assert-log-exists.js';
import {
  parseAttributeKeys,
  collectNamesOption,
  parseImportTarget,
  describeTooManyLogs,
  parseSize,
  parseTimeZone,
  type ImportOptions,
} from './import-options.js';
import { LOG_LIMITS } from '../import/log-limits.js';
import { importLogFile } from './import-log-file.js';
import { AS_OPTION } from './operator-context.js';
import { describeImport } from './describe-import.js';

export function importCommand(): Command {
  return new Command('import')
    .argument('<log>', 'the log')
    .argument('[more...]')
    .requiredOption(
      '--into <key.Entity>',
      'application and entity of the records, for instance permits.Application',
      parseImportTarget,
    )
    .option('--dry-run', 'write nothing: say what would be imported, and what does not fit, by its cause')
    .option(
      '--ignore <attribute>',
      'an attribute of cases or events to leave out, also several with commas between; may be given again',
      collectNamesOption,
    )
    .option(
      '--activity <keys>',
      'attributes that together name what happened, for instance "concept:name lifecycle:transition"; else as the log declares it',
      parseAttributeKeys,
    )
    .option(
      '--only <transition>',
      'take only events of this lifecycle transition, for instance complete; may be given again',
      collectNamesOption,
    )
    .option(
      '--time-zone <zone>',
      'of times that name none, for instance Europe/Berlin; else that of the application',
      parseTimeZone,
    )
    .addOption(
      new Option('--max-unpacked <size>', 'how large a packed log may be when it is unpacked')
        .argParser(parseSize)
        .default(LOG_LIMITS.unpacked, '4 GB'),
    )
    .addOption(
      new Option('--max-trace <size>', 'how large one trace may be')
        .argParser(parseSize)
        .default(LOG_LIMITS.trace, '32 MB'),
    )
    .option('--json', 'print the report as JSON')
    .option(...AS_OPTION)
    .option('--data <folder>', 'folder of everything kept (DAYBOOK_DATA, ./data)')
    .action(async (log: string, more: string[], options: ImportOptions, command: Command) => {
      if (more.length > 0) command.error(describeTooManyLogs(log, more));
      const configuration = readConfiguration(where(options));
      assertFileReadable(log);
      const { application } = options.into;
      assertLogExists(
        configuration,
        `Publish the specification of ${application} there first (daybook publish FILE), or name the folder with --data.`,
      );
      const { withCaughtUpInstallation } = await import('./with-installation.js');
      const report = await withCaughtUpInstallation(where(options), async (work) =>
        importLogFile(log, options, work),
      );
      process.stdout.write(
        options.json ? JSON.stringify(report, null, 2) + '\n' : describeImport(log, report, options),
      );
      if (report.refused > 0) process.exitCode = 1;
    });
}

const where = ({ as, data }: ImportOptions) => ({
  ...(as !== undefined && { as }),
  ...(data !== undefined && { data }),
});
