import { existsSync } from 'node:fs';
import { Command } from 'commander';
import { readConfiguration, type Configuration } from '../configuration/configuration.js';
import type { BackupContent } from '../backup/backup-manifest.js';
import { assertLogExists } from './assert-log-exists.js';
import { formatCount } from '#platform/format-count.js';

interface BackupOptions {
  readonly data?: string;
  readonly json?: boolean;
}

export function backupCommand(): Command {
  return new Command('backup')
    .argument('<folder>', 'a folder that is not there yet, on a disk with room')
    .option('--json', 'print what was backed up as JSON')
    .option('--data <folder>', 'folder of everything kept (DAYBOOK_DATA, ./data)')
    .action(async (folder: string, options: BackupOptions) => {
      const configuration = readConfiguration(options);
      assertLogExists(configuration);
      const { makeBackup } = await import('../backup/make-backup.js');
      const content = await makeBackup(configuration, folder);
      const { keys, masterKey } = configuration;
      process.stdout.write(
        options.json
          ? asJson(folder, content)
          : `${folder} is a whole backup: ${described(content)}.\n` +
              `Not in it: the master key (${masterKey}, or DAYBOOK_MASTER_KEY), without which nothing personal can be read. Keep it elsewhere.\n` +
              (keys.engine === 'sqlite'
                ? ''
                : 'Nor the keys of people, which are on a server: back up its database.\n'),
      );
      if (content.missingKeys > 0)
        process.stderr.write(
          `daybook: ${formatCount(content.missingKeys, 'key')} that something in the log is sealed with was missing before: see daybook status.\n`,
        );
    });
}

export function restoreCommand(): Command {
  return new Command('restore')
    .argument('<folder>', 'what `daybook backup` made')
    .option('--json', 'print what was restored as JSON')
    .option('--data <folder>', 'folder of everything kept (DAYBOOK_DATA, ./data)')
    .action(async (folder: string, options: BackupOptions) => {
      const configuration = readConfiguration(options);
      const { restoreBackup } = await import('../backup/restore-backup.js');
      const content = await restoreBackup(configuration, folder);
      process.stdout.write(
        options.json
          ? asJson(folder, content)
          : `Restored into ${configuration.data}: ${described(content)}.\n` +
              `${masterKeyRemedy(configuration)}Start Daybook: it builds the read models.\n`,
      );
    });
}

/** Empty where the backup contains the key. */
const masterKeyRemedy = ({ masterKey }: Configuration): string =>
  existsSync(masterKey) ? '' : `Put the master key into ${masterKey}, or set DAYBOOK_MASTER_KEY. `;

const asJson = (folder: string, { at, log, missingKeys, pieces }: BackupContent): string =>
  `${JSON.stringify({ folder, at, log, missingKeys, pieces: pieces.length }, null, 2)}\n`;

const described = ({ log, pieces }: BackupContent): string => {
  const uploads = pieces.filter(({ path }) => path.startsWith('files')).length;
  return `${formatCount(log.events, 'event')} (hash ${log.events}:${log.sha256}), ${formatCount(uploads, 'uploaded file')}`;
};
