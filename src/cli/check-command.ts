import { Command } from 'commander';
import type { SpecificationCheck } from '../specification/model/specification.js';
import { findOversizedTextFields } from '../specification/max-text-length.js';
import { readConfiguration } from '../configuration/configuration.js';
import { assertLogExists } from './assert-log-exists.js';
import { formatProblem } from './read-document-file.js';
import { formatCount } from '#platform/format-count.js';
import { readDocumentFile } from './read-document-file.js';

interface CheckOptions {
  readonly json?: boolean;
  /** true: the configured data folder. */
  readonly against?: string | true;
}

interface CheckedFile {
  readonly file: string;
  readonly text: string;
  readonly checked: SpecificationCheck;
}

/** Upgrade conditions are reported as problems. */
async function compareWithInstallation(
  documents: readonly CheckedFile[],
  { against }: CheckOptions,
): Promise<readonly CheckedFile[]> {
  if (against === undefined) return documents;
  const options = against === true ? {} : { data: against };
  assertLogExists(readConfiguration(options));
  const { withCaughtUpInstallation } = await import('./with-installation.js');
  const { checkUpgradeConditions } =
    await import('../command-handling/specifications/check-upgrade-conditions.js');
  const { VersionMigrations } = await import('../command-handling/pipeline/version-migrations.js');
  return withCaughtUpInstallation(options, async ({ installation }) => {
    const { store, lookups, checks, clock } = installation;
    const ports = { lookups, clock, migrations: new VersionMigrations(store) };
    const results: CheckedFile[] = [];
    for (const document of documents) {
      const { checked, text } = document;
      const { problems } = checked.ok
        ? await checkUpgradeConditions(ports, checks, checked.specification.key, text)
        : { problems: [] };
      results.push(problems.length > 0 ? { ...document, checked: { ok: false, problems } } : document);
    }
    return results;
  });
}

export function checkCommand(): Command {
  return new Command('check')
    .argument('<files...>', 'Markdown documents')
    .option('--json', 'print the problems, and what runs only later, as JSON')
    .option(
      '--against [folder]',
      'also ask the records of a data folder whether everything in them has its place (DAYBOOK_DATA, ./data)',
    )
    .action(async (files: string[], options: CheckOptions) => {
      const documents = [];
      for (const file of files) documents.push({ file, ...(await readDocumentFile(file)) });
      const results = await compareWithInstallation(documents, options);
      if (options.json) process.stdout.write(JSON.stringify(results.map(asJson), null, 2) + '\n');
      else for (const { file, checked } of results) print(file, checked);
      if (results.some(({ checked }) => !checked.ok)) process.exitCode = 1;
    });
}

function print(file: string, checked: SpecificationCheck): void {
  if (!checked.ok) {
    for (const problem of checked.problems) process.stdout.write(formatProblem(file, problem) + '\n');
    process.stdout.write(`${file}: ${formatCount(checked.problems.length, 'problem')}\n`);
    return;
  }
  const { entities, screens, later, name } = checked.specification;
  const entityCount = formatCount(Object.keys(entities).length, 'entity', 'entities');
  process.stdout.write(
    `${file}: “${name}” is valid: ${entityCount}, ${formatCount(screens.length, 'screen')}\n`,
  );
  for (const { entity, field, max, fits } of findOversizedTextFields(checked.specification))
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
