import { Command } from 'commander';
import { readDaybookVersion } from '../platform/daybook-version.js';
import { describeVersion, formatVersion } from './describe-version.js';

export function versionCommand(): Command {
  return new Command('version')
    .option('--json', 'as JSON')
    .action(({ json }: { readonly json?: boolean }) => {
      const version = readDaybookVersion();
      process.stdout.write(
        json ? JSON.stringify(describeVersion(version), null, 2) + '\n' : formatVersion(version),
      );
    });
}
