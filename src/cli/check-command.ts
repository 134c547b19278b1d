// `daybook check FILE…`: everything that is wrong with these documents, at once.
import { readFile, stat } from 'node:fs/promises';
import { Command } from 'commander';
import type { Checked, Problem } from '../specification/specification.js';
import { counted, printProblem } from './problems.js';

/** More than any document is: what is larger is not read into memory. */
const LARGEST = 64 * 1024 * 1024;

export function checkCommand(): Command {
  return new Command('check')
    .description('Check specifications; prints every problem with line and column, exits 1 if there is one.')
    .argument('<files...>', 'Markdown documents')
    .option('--json', 'print the problems, and what runs only later, as JSON')
    .action(async (files: string[], options: { json?: boolean }) => {
      const results = [];
      for (const file of files) results.push({ file, checked: await checkFile(file) });
      if (options.json) process.stdout.write(JSON.stringify(results.map(asJson), null, 2) + '\n');
      else for (const { file, checked } of results) print(file, checked);
      if (results.some(({ checked }) => !checked.ok)) process.exitCode = 1;
    });
}

async function checkFile(file: string): Promise<Checked> {
  const { check } = await import('../specification/check.js');
  const broken = (problem: Problem): Checked => ({ ok: false, problems: [problem] });
  try {
    const { size } = await stat(file);
    if (size > LARGEST)
      return broken({ line: 1, column: 1, message: 'the file is no specification: it is larger than 64 MB' });
    return check(await readFile(file));
  } catch (error) {
    if (!('syscall' in (error as Error))) throw error;
    return broken({ line: 1, column: 1, message: `cannot be read: ${(error as Error).message}` });
  }
}

function print(file: string, checked: Checked): void {
  if (!checked.ok) {
    for (const problem of checked.problems) process.stdout.write(printProblem(file, problem) + '\n');
    process.stdout.write(`${file}: ${counted(checked.problems.length, 'problem')}\n`);
    return;
  }
  const { entities, screens, later, name } = checked.specification;
  const entityCount = counted(Object.keys(entities).length, 'entity', 'entities');
  process.stdout.write(`${file}: “${name}” is valid: ${entityCount}, ${counted(screens.length, 'screen')}\n`);
  for (const { what, place } of later)
    process.stdout.write(
      `${file}:${place.line}:${place.column}: note: declared, runs in a later version: ${what}\n`,
    );
}

function asJson({ file, checked }: { file: string; checked: Checked }) {
  if (!checked.ok) return { file, ok: false, problems: checked.problems };
  const { key, name, later } = checked.specification;
  return { file, ok: true, key, name, problems: [], later };
}
