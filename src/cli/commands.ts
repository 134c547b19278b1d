// A process loads only the command that it runs.
import type { Command } from 'commander';

interface ListedCommand {
  readonly name: string;
  /** With its arguments. */
  readonly term: string;
  readonly description: string;
  readonly load: () => Promise<Command>;
}

export const COMMANDS: readonly ListedCommand[] = [
  {
    name: 'serve',
    term: 'serve [options]',
    description: 'Serve the web application.',
    load: async () => (await import('./serve-command.js')).serveCommand(),
  },
  {
    name: 'check',
    term: 'check [options] <files...>',
    description: 'Check specifications; prints every problem with line and column, exits 1 if there is one.',
    load: async () => (await import('./check-command.js')).checkCommand(),
  },
  {
    name: 'publish',
    term: 'publish [options] <file>',
    description: 'Publish a specification: its application is served from now on as it says.',
    load: async () => (await import('./publish-command.js')).publishCommand(),
  },
  {
    name: 'diff',
    term: 'diff [options] <what> [first] [second]',
    description: 'Compare two versions of a specification: what it means, or with --text its lines.',
    load: async () => (await import('./diff-command.js')).diffCommand(),
  },
  {
    name: 'import',
    term: 'import [options] <log> [more...]',
    description:
      'Import an event log in XES (IEEE 1849), plain or gzipped, as history. Twice imports nothing twice; cases that have grown go on.',
    load: async () => (await import('./import-command.js')).importCommand(),
  },
  {
    name: 'export',
    term: 'export [options] <key>',
    description:
      'Write one application into an open archive: specifications, events, people and files, with a manifest of hashes.',
    load: async () => (await import('./export-command.js')).exportCommand(),
  },
  {
    name: 'verify-export',
    term: 'verify-export [options] <file>',
    description:
      'Say whether a file is the export of the audit timeline that it claims to be; exits 1 if it was changed, or is not known.',
    load: async () => (await import('./verify-export-command.js')).verifyExportCommand(),
  },
  {
    name: 'import-application',
    term: 'import-application [options] <archive>',
    description:
      'Take an application over from an archive that `export` wrote in another installation. Interrupted, it goes on where it stopped.',
    load: async () => (await import('./import-application-command.js')).importApplicationCommand(),
  },
  {
    name: 'replay',
    term: 'replay [options] [projections...]',
    description:
      'Build read models again from the events, compare them with those in use, and switch. Pages are served all the while.',
    load: async () => (await import('./replay-command.js')).replayCommand(),
  },
  {
    name: 'events',
    term: 'events [options]',
    description: 'Print events, of one stream or all, oldest first.',
    load: async () => (await import('./events-command.js')).eventsCommand(),
  },
  {
    name: 'status',
    term: 'status [options]',
    description:
      'Show the engines, the size of the log, who builds the read models, and for each its generations, position and lag.',
    load: async () => (await import('./status-command.js')).statusCommand(),
  },
  {
    name: 'calls',
    term: 'calls',
    description:
      'List calls and mails that wait, failed, were given up or skipped, have one tried again, or give one up.',
    load: async () => (await import('./calls-command.js')).callsCommand(),
  },
  {
    name: 'projections',
    term: 'projections',
    description:
      'List what read models cannot take, have it tried again, or leave an event out; pause and resume them.',
    load: async () => (await import('./projections-command.js')).projectionsCommand(),
  },
  {
    name: 'erase',
    term: 'erase [options] <person>',
    description:
      'Erase a person: personal values become unreadable everywhere, for ever; the log stays whole.',
    load: async () => (await import('./erase-command.js')).eraseCommand(),
  },
  {
    name: 'link',
    term: 'link [options] <person>',
    description:
      'Make a one-time link by which a person chooses a password. Their old one, and every session, ends at once.',
    load: async () => (await import('./link-command.js')).linkCommand(),
  },
  {
    name: 'lock',
    term: 'lock [options] <person>',
    description: 'Lock the account of a person: every session ends, and nobody signs in or acts with it.',
    load: async () => (await import('./lock-command.js')).lockCommand(),
  },
  {
    name: 'unlock',
    term: 'unlock [options] <person>',
    description: 'Unlock the account of a person, who may sign in again.',
    load: async () => (await import('./lock-command.js')).unlockCommand(),
  },
  {
    name: 'reset-second-factor',
    term: 'reset-second-factor [options] <person>',
    description:
      'Reset the second factor of a person, such as the last admin without a phone: every session ends, and the password alone signs in until another one is set up.',
    load: async () => (await import('./reset-second-factor-command.js')).resetSecondFactorCommand(),
  },
  {
    name: 'tokens',
    term: 'tokens',
    description: 'List, make and revoke API tokens, by which programs act for a person.',
    load: async () => (await import('./tokens-command.js')).tokensCommand(),
  },
  {
    name: 'copy',
    term: 'copy [options]',
    description:
      'Copy a whole log into an empty one, on the same engine or another. Interrupted, it goes on where it stopped.',
    load: async () => (await import('./copy-command.js')).copyCommand(),
  },
  {
    name: 'backup',
    term: 'backup [options] <folder>',
    description:
      'Copy log, keys and files into a new folder, while Daybook serves or not, and verify the copy. Read models are left out: they are built from the log.',
    load: async () => (await import('./backup-command.js')).backupCommand(),
  },
  {
    name: 'restore',
    term: 'restore [options] <folder>',
    description:
      'Put a backup into a data folder that is not there yet, and verify it before and afterwards.',
    load: async () => (await import('./backup-command.js')).restoreCommand(),
  },
  {
    name: 'version',
    term: 'version [options]',
    description: 'Print the version, and which logs, events and read models it reads and writes.',
    load: async () => (await import('./version-command.js')).versionCommand(),
  },
  {
    name: 'order-system',
    term: 'order-system [options]',
    description:
      'Start the small order system that the example “purchase requests” orders from. It keeps nothing. Its secret is ERP_SECRET of the environment, or a new one each time.',
    load: async () => (await import('./example-order-system-command.js')).exampleOrderSystemCommand(),
  },
];
