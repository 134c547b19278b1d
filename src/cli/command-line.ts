// The command line `daybook`: one file per command; `serve` starts the web application.
import '../configuration/environment.js';
import 'reflect-metadata';
import { Command } from 'commander';
import { backupCommand, restoreCommand } from './backup-command.js';
import { callsCommand } from './calls-command.js';
import { checkCommand } from './check-command.js';
import { copyCommand } from './copy-command.js';
import { diffCommand } from './diff-command.js';
import { eraseCommand } from './erase-command.js';
import { eventsCommand } from './events-command.js';
import { importCommand } from './import-command.js';
import { reportError } from './report-error.js';
import { linkCommand } from './link-command.js';
import { lockCommand, unlockCommand } from './lock-command.js';
import { LogReplaced } from '../event-store/event-store.js';
import { orderSystemCommand } from './order-system-command.js';
import { projectionsCommand } from './projections-command.js';
import { publishCommand } from './publish-command.js';
import { replayCommand } from './replay-command.js';
import { serveCommand } from './serve-command.js';
import { statusCommand } from './status-command.js';

// Whatever else a command writes is for the account it runs under, too.
process.umask(0o077);

// `daybook events | head` closes the pipe early: that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

const daybook = new Command('daybook')
  .description('Runs a written specification as an event-sourced web application.')
  .showHelpAfterError('(daybook --help shows what there is)')
  .addHelpText(
    'after',
    `
Exit codes: 0 done, 1 refused or failed, 2 wrong use, 130 interrupted.
Settings:   DAYBOOK_DATA, DAYBOOK_EVENTS, DAYBOOK_READS, DAYBOOK_KEYS, DAYBOOK_HOST, DAYBOOK_PORT (docs/operating.md).`,
  );

for (const command of [
  serveCommand(),
  checkCommand(),
  publishCommand(),
  diffCommand(),
  importCommand(),
  replayCommand(),
  eventsCommand(),
  statusCommand(),
  callsCommand(),
  projectionsCommand(),
  eraseCommand(),
  linkCommand(),
  lockCommand(),
  unlockCommand(),
  copyCommand(),
  backupCommand(),
  restoreCommand(),
  orderSystemCommand(),
]) {
  daybook.addCommand(command.exitOverride());
  // Those of a command had it before: they inherit nothing that is said to it later.
  for (const part of command.commands) part.exitOverride();
}

daybook.exitOverride();

/** `version`: of this program. Sets the exit code. */
export async function run(version: string): Promise<void> {
  daybook.version(version, '-V, --version');
  try {
    await daybook.parseAsync();
  } catch (error) {
    process.exitCode = reportError(error);
    if (error instanceof LogReplaced) process.exit();
  }
}
