import '../configuration/set-node-env.js';
import { Command, Help } from 'commander';
import { AdapterError } from '#platform/adapter-error.js';
import { COMMANDS } from './commands.js';

// Everything written is private to the account.
process.umask(0o077);

// A closed pipe (`daybook events | head`) is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

const terms = new Map(COMMANDS.map(({ name, term }) => [name, term]));

const createProgram = (version: string): Command =>
  new Command('daybook')
    .version(version, '-V, --version', 'print the version, and what it reads and writes')
    .description('Runs a written specification as an event-sourced web application.')
    .showHelpAfterError('(daybook --help shows what there is)')
    .addHelpText(
      'after',
      `
Exit codes: 0 done, 1 refused or failed, 2 wrong use, 130 interrupted.
Settings:   DAYBOOK_DATA, DAYBOOK_EVENTS, DAYBOOK_READS, DAYBOOK_KEYS, DAYBOOK_HOST, DAYBOOK_PORT (docs/operating.md).`,
    )
    .configureHelp({
      subcommandTerm: (command) => terms.get(command.name()) ?? new Help().subcommandTerm(command),
    })
    .exitOverride();

/** Sets the exit code. */
export async function runCommandLine(version: string): Promise<void> {
  const daybook = createProgram(version);
  try {
    // Loads every projection, which no other command line has to.
    if (['-V', '--version'].includes(process.argv[2] ?? '')) {
      const { formatVersion } = await import('./describe-version.js');
      process.stdout.write(formatVersion(version));
      return;
    }
    for (const { name, description, load } of COMMANDS) {
      const isNamed = process.argv.includes(name, 2);
      const command = isNamed ? await load() : new Command(name);
      daybook.addCommand(command.description(description).exitOverride());
      // Subcommands do not inherit later settings.
      for (const part of command.commands) part.exitOverride();
    }
    await daybook.parseAsync();
  } catch (error) {
    const { reportError } = await import('./report-error.js');
    process.exitCode = reportError(error);
    // As in serve-command.ts: a regular end would close the old database file.
    if (error instanceof AdapterError && error.kind === 'log replaced') process.exit();
  }
}
