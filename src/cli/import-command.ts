// `daybook import LOG --into KEY.Entity`: an XES log becomes records with their history.
import { basename } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { RegisterUser } from '../domain/user/user-commands.js';
import { configure } from '../configuration.js';
import type { Published } from '../command-handling/ports.js';
import type { Entity } from '../specification/specification.js';
import { CannotDo } from './cannot-do.js';
import { derivedUuid } from './import/derived-ids.js';
import { mustBeFile } from './existing-file.js';
import { importLog, type ImportReport } from './import/import-log.js';
import { LogBroken } from './import/xes-reader.js';
import type { Target } from './import/trace-to-command.js';
import { counted } from './problems.js';
import { line, liveLine } from './progress.js';
import type { AtWork } from './with-commands.js';

interface Options {
  readonly into: { readonly application: string; readonly entity: string };
  readonly ignore?: string[];
  readonly json?: boolean;
  readonly data?: string;
}

export function importCommand(): Command {
  return new Command('import')
    .description(
      'Import an event log in XES (IEEE 1849), plain or gzipped, as history. Twice imports nothing twice.',
    )
    .argument('<log>', 'the log')
    .requiredOption(
      '--into <key.Entity>',
      'application and entity of the records, for instance permits.Application',
      into,
    )
    .option('--ignore <attribute...>', 'attributes of traces to leave out although no field takes them')
    .option('--json', 'print the report as JSON')
    .option('--data <folder>', 'folder of everything kept (DAYBOOK_DATA, ./data)')
    .action(async (log: string, options: Options) => {
      configure(options);
      mustBeFile(log);
      const { withCommands } = await import('./with-commands.js');
      const report = await withCommands(options, async (work) => importInto(log, options, work));
      if (options.json) process.stdout.write(JSON.stringify(report, null, 2) + '\n');
      else print(log, report);
      if (report.refused.length > 0) process.exitCode = 1;
    });
}

function into(text: string): Options['into'] {
  const [application, entity, ...rest] = text.split('.');
  if (!application || !entity || rest.length > 0)
    throw new InvalidArgumentError('Write it like permits.Application.');
  return { application, entity };
}

async function importInto(log: string, options: Options, work: AtWork): Promise<ImportReport> {
  const target: Target = {
    ...(await published(options, work)),
    log: basename(log),
    ignore: new Set(options.ignore ?? []),
  };
  const shown = liveLine();
  const started = performance.now();
  try {
    return await importLog(log, target, ports(work), (done, total) => {
      const rate = done / ((performance.now() - started) / 1000);
      shown.say(line('imported', 'traces', { done, total, rate }));
    });
  } catch (error) {
    if (!(error instanceof LogBroken)) throw error;
    throw new CannotDo(
      `${log}:${error.line}:${error.column}: ${error.message.replace(/\.$/, '')}. Nothing was imported.`,
    );
  } finally {
    shown.end();
  }
}

async function published(
  { into: { application, entity } }: Options,
  { installation }: AtWork,
): Promise<{ published: Published; entity: Entity }> {
  const known = await installation.specifications.current(application);
  if (!known)
    throw new CannotDo(
      `there is no application “${application}”. Publish its specification first: daybook publish FILE.`,
    );
  const { entities } = known.specification;
  const found = Object.hasOwn(entities, entity) ? entities[entity] : undefined;
  if (!found)
    throw new CannotDo(
      `${application} has no entity “${entity}”. It has: ${Object.keys(entities).join(', ') || 'none'}.`,
    );
  return { published: known, entity: found };
}

function ports({ send, settled, installation }: AtWork) {
  return {
    importRecord: send,
    async registerPeople(people: readonly { readonly id: string; readonly name: string }[]) {
      const known = await installation.lookups.existingPeople(people.map(({ id }) => id));
      const missing = people.filter(({ id }) => !known.has(id));
      const written = await Promise.all(missing.map(async ({ id, name }) => send(registration(id, name))));
      await settled(Math.max(0, ...written.map(({ position }) => position)));
    },
  };
}

const registration = (id: string, name: string) =>
  new RegisterUser({ id, name, context: { actor: 'system', commandId: derivedUuid('register', id) } });

function print(log: string, report: ImportReport): void {
  for (const { trace, misfits } of report.refused)
    for (const { line, message, remedy } of misfits)
      process.stdout.write(`${log}:${line}: ${trace}: ${[message, remedy].filter(Boolean).join(' — ')}\n`);
  const { traces, imported, already, events, refused } = report;
  process.stdout.write(
    `${counted(traces, 'trace')}: ${imported} imported (${counted(events, 'event')}), ${already} here already, ${refused.length} refused\n`,
  );
}
