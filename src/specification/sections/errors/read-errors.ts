import type { z } from 'zod';
import { BUILT_IN_ERRORS } from '#specification/built-in-errors/built-in-errors.js';
import type { ExpressionEnvironment } from '#specification/cel/entity-environment.js';
import type { DisplayLocale } from '#specification/values/format-by-locale.js';
import { getBuiltInMessage, isBuiltInCode } from '#specification/refusal-words/built-in-messages.js';
import { getLanguage, type Language } from '#specification/refusal-words/language.js';
import { compileMessageTemplate, createPlainTemplate } from '#specification/cel/text-template.js';
import { findNodeAt, listNamesAt, readScalarText } from '#specification/document/yaml-node.js';
import { toNullPrototypeObject } from '#specification/document/null-prototype-object.js';
import { type CooperativeTask, mapInSteps } from '#specification/cooperative-task.js';
import type { BuiltInError } from '#specification/model/built-in-error.js';
import type { ErrorCatalogueEntry, Rule, Template } from '#specification/model/specification.js';
import type { errorsShape } from './errors-shape.js';
import { type Path, getLocationAt, type Problems, type SectionData } from '../section-context.js';

export type ErrorsSection = SectionData<z.infer<typeof errorsShape>>;

export interface ErrorsContext {
  readonly section: ErrorsSection;
  readonly problems: Problems;
  readonly manner: DisplayLocale;
  environmentsFor(code: string): readonly ExpressionEnvironment[];
}

const builtIn: Readonly<Record<string, BuiltInError>> = toNullPrototypeObject(
  Object.entries(BUILT_IN_ERRORS),
);

export function listErrorCodes({ node }: ErrorsSection): readonly string[] {
  return [...listNamesAt(node, ['errors']), ...Object.keys(builtIn)];
}

export function* readErrors(
  reading: ErrorsContext,
): CooperativeTask<Readonly<Record<string, ErrorCatalogueEntry>>> {
  const own = Object.entries(reading.section.data.errors ?? {});
  const entries = Object.entries(builtIn).map(([code, error]): readonly [string, ErrorCatalogueEntry] => [
    code,
    createBuiltInEntry(code, error.kind, getBuiltInWords(code, getLanguage(reading.manner.locale))),
  ]);
  const owned = yield* mapInSteps(own, function* ([code, shown]) {
    return [code, yield* readOwnEntry(reading, code, shown)] as const;
  });
  return toNullPrototypeObject([...entries, ...owned]);
}

type MessageAndRemedy = Pick<BuiltInError, 'message' | 'remedy'>;

const getBuiltInWords = (code: string, language: Language): MessageAndRemedy | undefined =>
  isBuiltInCode(code) ? getBuiltInMessage(code, language) : undefined;

function createBuiltInEntry(
  code: string,
  kind: BuiltInError['kind'],
  { message = code, remedy }: Partial<MessageAndRemedy> = {},
): ErrorCatalogueEntry {
  return {
    code,
    kind,
    message: createPlainTemplate(message),
    ...(remedy !== undefined && { remedy: createPlainTemplate(remedy) }),
  };
}

const createOptionalTemplate = (text: string | undefined): Template | undefined =>
  text === undefined ? undefined : createPlainTemplate(text);

type ErrorDeclaration = NonNullable<z.infer<typeof errorsShape>['errors']>[string];

function* readOwnEntry(
  reading: ErrorsContext,
  code: string,
  shown: ErrorDeclaration,
): CooperativeTask<ErrorCatalogueEntry> {
  const path: Path = ['errors', code];
  const base = builtIn[code];
  const words = getBuiltInWords(code, getLanguage(reading.manner.locale));
  const options = typeof shown === 'string' ? {} : shown;
  const message =
    (yield* compileTemplateAt(reading, typeof shown === 'string' ? path : [...path, 'message'], code)) ??
    createPlainTemplate(words?.message ?? reportMissingMessage(reading, path, code));
  const remedy =
    (yield* compileTemplateAt(reading, [...path, 'remedy'], code)) ?? createOptionalTemplate(words?.remedy);
  const place = getLocationAt(reading.section, path);
  return {
    code,
    kind: base?.kind ?? 'invalid',
    message,
    ...(remedy ? { remedy } : {}),
    ...(options.status !== undefined && { declaredStatus: options.status }),
    place,
  };
}

function* compileTemplateAt(
  reading: ErrorsContext,
  path: Path,
  code: string,
): CooperativeTask<Template | undefined> {
  const node = findNodeAt(reading.section.node, path);
  const source = readScalarText(node);
  if (!node || source === undefined) return undefined;
  const place = { ...getLocationAt(reading.section, path), ...node.spot };
  const message = { source, node, place, words: listParameters(code) };
  return yield* compileMessageTemplate(
    message,
    reading.environmentsFor(code),
    reading.manner,
    reading.problems,
  );
}

const UNSAID: Readonly<Record<string, readonly string[]>> = {
  GUARD: ['what', 'condition'],
  REQUIRED: ['field'],
};

function listParameters(code: string): readonly string[] {
  const error = builtIn[code];
  const found = `${error?.message ?? ''} ${error?.remedy ?? ''}`.matchAll(/\{with\.(\w+)\}/g);
  return [
    ...new Set([
      ...[...found].map(([, word = '']) => word),
      ...(toNullPrototypeObject(Object.entries(UNSAID))[code] ?? []),
    ]),
  ];
}

function reportMissingMessage({ section, problems }: ErrorsContext, path: Path, code: string): string {
  const { line, column } = getLocationAt(section, path);
  problems.report(
    { line, column },
    `the error \`${code}\` has no \`message\``,
    'say in a sentence what is wrong',
  );
  return code;
}

export function findErrorEnvironments(
  code: string,
  rules: readonly Pick<Rule, 'error' | 'entity'>[],
  environments: Readonly<Record<string, ExpressionEnvironment>>,
  withoutRecord: ExpressionEnvironment,
): readonly ExpressionEnvironment[] {
  const raised = new Set(rules.filter(({ error }) => error === code).map(({ entity }) => entity));
  const fitting = Object.entries(environments).filter(([entity]) => raised.size === 0 || raised.has(entity));
  return fitting.length > 0 ? fitting.map(([, environment]) => environment) : [withoutRecord];
}
