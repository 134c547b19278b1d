import { createReadStream } from 'node:fs';
import { Command } from 'commander';
import { readConfiguration } from '../configuration/configuration.js';
import { checkExport, type ExportCheck } from '../export-check/check-export.js';
import { assertLogExists } from './assert-log-exists.js';
import { CliUsageError } from './cli-usage-error.js';

export function verifyExportCommand(): Command {
  return new Command('verify-export')
    .argument('<file>', 'CSV or JSON Lines that was exported from the audit timeline')
    .option('--json', 'as JSON')
    .option('--data <folder>', 'folder of everything kept (DAYBOOK_DATA, ./data)')
    .action(async (file: string, options: { readonly data?: string; readonly json?: boolean }) => {
      const configuration = readConfiguration(options);
      assertLogExists(configuration);
      const { openEventStore } = await import('../installation/storage-engines.js');
      const store = await openEventStore(configuration);
      try {
        const checked = await checkExport(store, createReadStream(file) as AsyncIterable<Buffer>);
        if (checked.result === 'no-export')
          throw new CliUsageError(
            `${file} is no export of the audit timeline: its first line names none. An export begins with “export” and its id.`,
          );
        process.stdout.write(`${options.json ? JSON.stringify(checked) : describeCheck(file, checked)}\n`);
        if (checked.result !== 'unchanged') process.exitCode = 1;
      } finally {
        await store.close();
      }
    });
}

function describeCheck(file: string, checked: ExportCheck): string {
  if (!('exported' in checked))
    return `${file}: this log has recorded no such export. It comes from another installation, or its first line was changed.`;
  const { events, upTo, position, at, by } = checked.exported;
  const what = events === undefined ? '' : `${events} events `;
  const about = `exported at ${at} by ${by}, ${what}up to position ${upTo} (event ${position} of the log)`;
  if (checked.result === 'unchanged') return `${file}: unchanged since it was ${about}.`;
  if (checked.result === 'changed') return `${file}: CHANGED since it was ${about}.`;
  return `${file}: the download was broken off, so its content cannot be checked; it was ${about}.`;
}
