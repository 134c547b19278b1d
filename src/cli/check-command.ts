// `daybook check FILE…`: everything that is wrong with these documents, at once.
import { Command } from 'commander';
import type { SpecificationCheck } from '../specification/model/specification.js';
import { findTextsTooLong } from '../specification/max-text-length.js';
import { configure } from '../configuration/configuration.js';
import { requireLog } from './require-log.js';
import { printProblem } from './print-problem.js';
import { withCount } from '#platform/with-count.js';
import { readDocumentFile } from './read-document.js';

interface CheckOptions {
  readonly json?: boolean;
  /** true: the folder that is configured. */
  readonly against?: string | true;
}

interface CheckedFile {
  readonly file: string;
  readonly text: string;
  readonly checked: SpecificationCheck;
}

/** What has no place for something recorded is a problem like any other. */
async function compared(
  documents: readonly CheckedFile[],
  { against }: CheckOptions,
): Promise<readonly CheckedFile[]> {
  if (against === undefined) return documents;
  const options = against === true ? {} : { data: against };
  requireLog(configure(options));
  const { withCommands } = await import('./with-commands.js');
  const { checkUpgradeConditions } = await import('../command-handling/specifications/unmet-conditions.js');
  const { VersionMigrations } = await import('../command-handling/pipeline/migrations-between-versions.js');
  return withCommands(options, async ({ installation }) => {
    const { store, lookups, checks, clock } = installation;
    const asked = { lookups, clock, migrations: new VersionMigrations(store) };
    const results: CheckedFile[] = [];
    for (const document of documents) {
      const { checked, text } = document;
      const { problems } = checked.ok
        ? await checkUpgradeConditions(asked, checks, checked.specification.key, text)
        : { problems: [] };
      results.push(problems.length > 0 ? { ...document, checked: { ok: false, problems } } : document);
    }
    return results;
  });
}

export function checkCommand(): Command {
  return new Command('check')
    .description('Check specifications; prints every problem with line and column, exits 1 if there is one.')
    .argument('<files...>', 'Markdown documents')
    .option('--json', 'print the problems, and what runs only later, as JSON')
    .option(
      '--against [folder]',
      'also ask the records of a data folder whether everything in them has its place (DAYBOOK_DATA, ./data)',
    )
    .action(async (files: string[], options: CheckOptions) => {
      const documents = [];
      for (const file of files) documents.push({ file, ...(await readDocumentFile(file)) });
      const results = await compared(documents, options);
      if (options.json) process.stdout.write(JSON.stringify(results.map(asJson), null, 2) + '\n');
      else for (const { file, checked } of results) print(file, checked);
      if (results.some(({ checked }) => !checked.ok)) process.exitCode = 1;
    });
}

function print(file: string, checked: SpecificationCheck): void {
  if (!checked.ok) {
    for (const problem of checked.problems) process.stdout.write(printProblem(file, problem) + '\n');
    process.stdout.write(`${file}: ${withCount(checked.problems.length, 'problem')}\n`);
    return;
  }
  const { entities, screens, later, name } = checked.specification;
  const entityCount = withCount(Object.keys(entities).length, 'entity', 'entities');
  process.stdout.write(
    `${file}: “${name}” is valid: ${entityCount}, ${withCount(screens.length, 'screen')}\n`,
  );
  for (const { entity, field, max, fits } of findTextsTooLong(checked.specification))
    process.stdout.write(
      `${file}:${field.place.line}:${field.place.column}: note: ${field.key} of ${entity.key} may have ${max.toLocaleString('en')} characters, ` +
        `and a request and an event have room for 1 MB: no more than ${fits.toLocaleString('en')} get there\n`,
    );
  for (const { what, meanwhile, place } of later) {
    const until = meanwhile === undefined ? '' : `; ${meanwhile}`;
    process.stdout.write(
      `${file}:${place.line}:${place.column}: note: declared, runs in a later version: ${what}${until}\n`,
    );
  }
}

function asJson({ file, checked }: { file: string; checked: SpecificationCheck }) {
  if (!checked.ok) return { file, ok: false, problems: checked.problems };
  const { key, name, later } = checked.specification;
  return { file, ok: true, key, name, problems: [], later };
}
