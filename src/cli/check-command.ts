// `daybook check FILE…`: everything that is wrong with these documents, at once.
import { Command } from 'commander';
import type { SpecificationCheck } from '../specification/specification.js';
import { textsThatDoNotFit } from '../specification/largest-text.js';
import { withCount, printProblem } from './problems.js';
import { readDocumentFile } from './read-document.js';

export function checkCommand(): Command {
  return new Command('check')
    .description('Check specifications; prints every problem with line and column, exits 1 if there is one.')
    .argument('<files...>', 'Markdown documents')
    .option('--json', 'print the problems, and what runs only later, as JSON')
    .action(async (files: string[], options: { json?: boolean }) => {
      const results = [];
      for (const file of files) results.push({ file, checked: (await readDocumentFile(file)).checked });
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
  for (const { entity, field, max, fits } of textsThatDoNotFit(checked.specification))
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
