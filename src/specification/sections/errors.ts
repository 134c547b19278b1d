// Section 8: own errors, and built-in ones in other words.
import type { z } from 'zod';
import { BUILT_IN_ERRORS, type BuiltInError } from '../built-in-errors.js';
import type { ExpressionEnvironment } from '../cel/environment.js';
import type { Manner } from '../cel/field-text.js';
import { messageTemplate, plainTemplate } from '../cel/message-template.js';
import { at, namesAt } from '../document/node.js';
import { keyed } from '../document/keyed.js';
import type { CatalogueEntry, Template } from '../specification.js';
import type { errorsShape } from './errors-shape.js';
import { type Path, placeAt, type Problems, type SectionData } from './reading.js';

export type ErrorsSection = SectionData<z.infer<typeof errorsShape>>;

export interface ErrorsReading {
  readonly section: ErrorsSection;
  readonly problems: Problems;
  readonly manner: Manner;
  /** Those whose records a message may be about: by error, or every entity. */
  environmentsFor(code: string): readonly ExpressionEnvironment[];
}

const builtIn: Readonly<Record<string, BuiltInError>> = keyed(Object.entries(BUILT_IN_ERRORS));

/** Codes a rule or a call may name. */
export function errorCodes({ node }: ErrorsSection): readonly string[] {
  return [...namesAt(node, ['errors']), ...Object.keys(builtIn)];
}

export function readErrors(reading: ErrorsReading): Readonly<Record<string, CatalogueEntry>> {
  const own = Object.entries(reading.section.data.errors ?? {});
  const entries = Object.entries(builtIn).map(([code, error]): readonly [string, CatalogueEntry] => [
    code,
    builtInEntry(code, error),
  ]);
  return keyed([...entries, ...own.map(([code, shown]) => [code, ownEntry(reading, code, shown)] as const)]);
}

function builtInEntry(code: string, { message, remedy, status }: BuiltInError): CatalogueEntry {
  return { code, message: plainTemplate(message), remedy: plainTemplate(remedy), status };
}

type Shown = NonNullable<z.infer<typeof errorsShape>['errors']>[string];

function ownEntry(reading: ErrorsReading, code: string, shown: Shown): CatalogueEntry {
  const { section } = reading;
  const path: Path = ['errors', code];
  const base = builtIn[code];
  const options = typeof shown === 'string' ? { message: shown } : shown;
  const messagePath = typeof shown === 'string' ? path : [...path, 'message'];
  const message =
    templateAt(reading, messagePath, code) ?? plainTemplate(base?.message ?? fallback(reading, path, code));
  const remedy = typeof shown === 'string' ? undefined : templateAt(reading, [...path, 'remedy'], code);
  const standing = remedy ?? (base ? plainTemplate(base.remedy) : undefined);
  const status = options.status ?? base?.status ?? 422;
  return { code, message, ...(standing ? { remedy: standing } : {}), status, place: placeAt(section, path) };
}

function templateAt(reading: ErrorsReading, path: Path, code: string): Template | undefined {
  const node = at(reading.section.node, path);
  if (!node || node.value === null || typeof node.value === 'object') return undefined;
  const source = typeof node.value === 'string' ? node.value : (node.source ?? String(node.value));
  const place = { ...placeAt(reading.section, path), ...node.spot };
  const words = wordsOf(builtIn[code]);
  return messageTemplate(
    { source, node, place, words },
    reading.environmentsFor(code),
    reading.manner,
    reading.problems,
  );
}

/** The `with.` words a built-in error comes with. */
function wordsOf(error: BuiltInError | undefined): readonly string[] {
  const found = `${error?.message ?? ''} ${error?.remedy ?? ''}`.matchAll(/\{with\.(\w+)\}/g);
  return [...new Set([...found].map(([, word = '']) => word))];
}

function fallback({ section, problems }: ErrorsReading, path: Path, code: string): string {
  const { line, column } = placeAt(section, path);
  problems.report(
    { line, column },
    `the error \`${code}\` has no \`message\``,
    'say in a sentence what is wrong',
  );
  return code;
}
