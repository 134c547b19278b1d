import { existsSync } from 'node:fs';
import { Command } from 'commander';
import { readConfiguration } from '../configuration/configuration.js';
import type { SpecificationPublished } from '../domain/specification/specification-events.js';
import { streams } from '../domain/stream-names.js';
import type { DocumentComparison } from '../specification/compare-documents.js';
import type { DiffLine } from '../specification/comparison/compare-lines.js';
import { CliUsageError } from './cli-usage-error.js';
import { assertLogExists } from './assert-log-exists.js';
import { reportError } from './report-error.js';
import { printMeaning, type NamedDocument } from './print-meaning.js';
import { readDocumentFile } from './read-document-file.js';

interface DiffOptions {
  readonly text?: boolean;
  readonly json?: boolean;
  readonly data?: string;
}

const [DIFFERENT, FAILED] = [1, 2];

export function diffCommand(): Command {
  return new Command('diff')
    .argument('<what>', 'key of an application, or a Markdown document')
    .argument('[first]', 'a version, or a document')
    .argument('[second]', 'a version')
    .option('--text', 'compare the lines instead')
    .option('--json', 'print meaning and lines as JSON')
    .option('--data <folder>', 'folder of everything kept (DAYBOOK_DATA, ./data)')
    .addHelpText(
      'after',
      `
  daybook diff keys          the newest version of keys, with the one before
  daybook diff keys 3 5      two versions
  daybook diff keys 3        version 3 with the newest
  daybook diff keys keys.md  the newest version with a document
  daybook diff a.md b.md     two documents

Exit codes: 0 the same, 1 different, 2 trouble.`,
    )
    .action(
      async (what: string, first: string | undefined, second: string | undefined, options: DiffOptions) => {
        try {
          const [before, after] = await documents([what, first, second], options);
          const { compareDocuments } = await import('../specification/compare-documents.js');
          const isDifferent = print(before, after, compareDocuments(before.text, after.text), options);
          if (isDifferent) process.exitCode = DIFFERENT;
        } catch (error) {
          reportError(error);
          process.exitCode = FAILED;
        }
      },
    );
}

type DiffArguments = readonly [string, string | undefined, string | undefined];

async function documents(
  [what, first, second]: DiffArguments,
  options: DiffOptions,
): Promise<[NamedDocument, NamedDocument]> {
  if (isFile(what)) {
    if (first === undefined || second !== undefined)
      throw new CliUsageError(`${what} is a document: name one other document to compare it with.`);
    return [await fromFile(what), await fromFile(first)];
  }
  const versions = await versionsOf(what, options);
  if (first !== undefined && !isVersion(first)) {
    if (second !== undefined) throw new CliUsageError('Name two versions, or one document.');
    return [versionCalled(what, versions, versions.length), await fromFile(first)];
  }
  const [from, to] = numbersOf(first, second, versions.length);
  return [versionCalled(what, versions, from), versionCalled(what, versions, to)];
}

const isFile = (text: string): boolean => /[./\\]/.test(text) || existsSync(text);

const isVersion = (text: string): boolean => /^\d{1,9}$/.test(text);

function numbersOf(
  first: string | undefined,
  second: string | undefined,
  newest: number,
): readonly [number, number] {
  if (first === undefined) return [Math.max(1, newest - 1), newest];
  if (second === undefined) return [Number(first), newest];
  if (!isVersion(second)) throw new CliUsageError(`“${second}” is no version: versions are 1, 2, 3, …`);
  return [Number(first), Number(second)];
}

function versionCalled(key: string, versions: readonly string[], version: number): NamedDocument {
  const text = versions[version - 1];
  if (text === undefined)
    throw new CliUsageError(`${key} has no version ${version}: there are ${versions.length}, from 1 on.`);
  return { name: `version ${version} of ${key}`, text };
}

async function fromFile(file: string): Promise<NamedDocument> {
  const { text, checked } = await readDocumentFile(file);
  // Unreadable documents have nothing to compare.
  const [problem] = checked.problems;
  if (text === '' && problem) throw new CliUsageError(`${file}: ${problem.message}`);
  return { name: file, text };
}

async function versionsOf(key: string, options: DiffOptions): Promise<readonly string[]> {
  const configuration = readConfiguration(options);
  assertLogExists(configuration);
  const { openEventStore } = await import('../installation/storage-engines.js');
  const store = await openEventStore(configuration);
  try {
    const { events } = await store.read(streams.specification(key));
    const published = events.filter(({ type }) => type === 'specification.published');
    if (published.length === 0)
      throw new CliUsageError(
        `there is no application “${key}” here. A document is named with its ending, like keys.md.`,
      );
    return published.map(({ data }) => (data as SpecificationPublished['data']).text);
  } finally {
    await store.close();
  }
}

function print(
  before: NamedDocument,
  after: NamedDocument,
  compared: DocumentComparison,
  options: DiffOptions,
): boolean {
  if (options.json) return printJson(before, after, compared, options);
  return options.text ? printLines(before, after, compared) : printMeaning(before, after, compared);
}

function printJson(
  before: NamedDocument,
  after: NamedDocument,
  { meaning, lines }: DocumentComparison,
  options: DiffOptions,
): boolean {
  const isDifferent = options.text || !meaning ? before.text !== after.text : meaning.length > 0;
  const compared = { meaning: meaning ?? null, lines: lines ?? null };
  const shown = { before: before.name, after: after.name, same: !isDifferent, ...compared };
  process.stdout.write(`${JSON.stringify(shown, null, 2)}\n`);
  return isDifferent;
}

const SIGNS: Readonly<Record<DiffLine['kind'], string>> = { added: '+', gone: '-', same: ' ' };

function printLines(before: NamedDocument, after: NamedDocument, { lines }: DocumentComparison): boolean {
  if (!lines)
    throw new CliUsageError(
      'Too many lines changed to compare them one by one. Without --text, what they mean is compared.',
    );
  if (lines.length === 0) return false;
  process.stdout.write(`--- ${before.name}\n+++ ${after.name}\n`);
  for (const hunk of lines) {
    process.stdout.write(`@@ ${range('-', hunk, 'before')} ${range('+', hunk, 'after')} @@\n`);
    for (const { kind, text } of hunk) process.stdout.write(`${SIGNS[kind]}${text}\n`);
  }
  return true;
}

function range(sign: string, hunk: readonly DiffLine[], side: 'before' | 'after'): string {
  const numbers = hunk.flatMap((line) => line[side] ?? []);
  return `${sign}${numbers[0] ?? 0},${numbers.length}`;
}
