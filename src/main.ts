// The command line `daybook`: one file per command in src/cli; `serve` starts the web application.
import './configuration/environment.js';
import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { checkCommand } from './cli/check-command.js';
import { copyCommand } from './cli/copy-command.js';
import { eraseCommand } from './cli/erase-command.js';
import { eventsCommand } from './cli/events-command.js';
import { importCommand } from './cli/import-command.js';
import { explain } from './cli/explain.js';
import { linkCommand } from './cli/link-command.js';
import { LogReplaced } from './event-store/event-store.js';
import { publishCommand } from './cli/publish-command.js';
import { replayCommand } from './cli/replay-command.js';
import { serveCommand } from './cli/serve-command.js';
import { statusCommand } from './cli/status-command.js';

// Whatever else a command writes is for the account it runs under, too.
process.umask(0o077);

// `daybook events | head` closes the pipe early: that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

const daybook = new Command('daybook')
  .description('Runs a written specification as an event-sourced web application.')
  .version(version, '-V, --version')
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
  importCommand(),
  replayCommand(),
  eventsCommand(),
  statusCommand(),
  eraseCommand(),
  linkCommand(),
  copyCommand(),
]) {
  daybook.addCommand(command.exitOverride());
}

daybook.exitOverride();

try {
  await daybook.parseAsync();
} catch (error) {
  process.exitCode = explain(error);
  if (error instanceof LogReplaced) process.exit();
}
