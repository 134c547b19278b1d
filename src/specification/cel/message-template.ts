// Messages of the error catalogue: texts with expressions in them, about a record of one entity or another.
import { type Node, spotOf } from '../document/node.js';
import { didYouMean } from '../document/nearest.js';
import { tryOut, type Problems } from '../document/problems.js';
import { type Stepwise, oneByOne } from '../pieces.js';
import type { Place, Scope, Template } from '../specification.js';
import type { ExpressionEnvironment } from './environment.js';
import { compile } from './expression.js';
import { resultText, type TemplatePart, type RenderPart, splitTemplate, templateOf } from './template.js';
import type { DisplayLocale } from '../values/shown-text.js';
import { recordFieldsIn } from './names.js';

export interface MessageTemplate {
  readonly source: string;
  readonly node: Node;
  readonly place: Place;
  /** Names that may follow `with.`. */
  readonly words: readonly string[];
}

/** Built-in messages have nothing but `{with.…}` in them. */
export function plainTemplate(source: string): Template {
  const parts = splitTemplate(source).parts.map((part) => (part.code ? withWord(part) : () => part.text));
  return templateOf(
    source,
    undefined,
    parts.filter((part) => part !== undefined),
  );
}

/** Reports what does not fit any of the entities the message may be about. */
export function* messageTemplate(
  message: MessageTemplate,
  environments: readonly ExpressionEnvironment[],
  manner: DisplayLocale,
  problems: Problems,
): Stepwise<Template> {
  const { source, node, place } = message;
  const { parts, unclosed } = splitTemplate(source);
  if (unclosed !== undefined) {
    problems.report(
      spotOf(node, unclosed),
      'the `{` is not closed',
      'end it with `}`, or write `{{` for a brace',
    );
  }
  return templateOf(
    source,
    place,
    yield* oneByOne(parts, (part) => renderPart(message, part, environments, { manner, problems })),
  );
}

interface TemplateContext {
  readonly manner: DisplayLocale;
  readonly problems: Problems;
}

function* renderPart(
  message: MessageTemplate,
  part: TemplatePart,
  environments: readonly ExpressionEnvironment[],
  means: TemplateContext,
): Stepwise<RenderPart> {
  if (!part.code) return () => part.text;
  const word = withWord(part);
  if (word) {
    checkWord(message, part, means.problems);
    return word;
  }
  return yield* expressionPart(message, part, environments, means);
}

/** The entity is the record's; where nobody says which it is, the first whose fields the message is about. */
function* expressionPart(
  { node, place }: MessageTemplate,
  part: TemplatePart,
  environments: readonly ExpressionEnvironment[],
  { manner, problems }: TemplateContext,
): Stepwise<RenderPart> {
  const shown = { source: part.text, node, section: place.section, offset: part.start };
  const wanted = { types: ANY, words: 'something to show' };
  const compiled = yield* oneByOne(environments, (environment) => {
    const own = tryOut(problems);
    return { environment, own, expression: compile(environment, shown, wanted, own) };
  });
  const good = compiled.filter((each) => each.expression !== undefined);
  refusePersonalIn(good, node, part, problems);
  if (good.some(({ expression }) => expression?.asks))
    problems.report(
      spotOf(node, part.start),
      'a message asks no table',
      'show a field that is computed by it',
    );
  if (good.length === 0) {
    for (const { line, column, message, remedy } of compiled[0]?.own.all() ?? [])
      problems.report({ line, column }, message, remedy);
  }
  return (scope: Scope) => {
    const entity = scope.record?.entity;
    const own = good.find(({ environment }) => environment.entity?.key === entity);
    const fitting = entity === undefined ? good[0] : own;
    return resultText(fitting?.expression?.evaluate(scope), manner);
  };
}

interface Compiled {
  readonly environment: ExpressionEnvironment;
}

/** A refusal is shown to whoever is refused, and it is not sealed. */
function refusePersonalIn(
  compiled: readonly Compiled[],
  node: Node,
  part: TemplatePart,
  problems: Problems,
): void {
  for (const { environment } of compiled) {
    if (environment.personal.length === 0) continue;
    const used = recordFieldsIn(environment, part.text);
    const personal = environment.personal.find((field) => used.includes(field.key));
    if (!personal) continue;
    const spot = spotOf(node, part.start);
    problems.report(
      spot,
      `\`${personal.key}\` is personal: everybody who is refused would read it`,
      'leave it out',
    );
  }
}

/** Everything that can be written out. */
const ANY = (type: string) => !/^(record|row|user|map|list<row)/.test(type);

function withWord(part: TemplatePart): RenderPart | undefined {
  const [, word] = /^\s*with\.(\w+)\s*$/.exec(part.text) ?? [];
  return word === undefined ? undefined : (scope) => String(scope.with?.[word] ?? '');
}

function checkWord({ node, words }: MessageTemplate, part: TemplatePart, problems: Problems): void {
  const word = part.text.trim().slice('with.'.length);
  if (words.includes(word)) return;
  const spot = spotOf(node, part.start + part.text.indexOf('with.') + 'with.'.length);
  problems.report(
    spot,
    `this error comes without \`with.${word}\``,
    words.length > 0 ? didYouMean(word, words) : 'write of `record`, `user` and `constants`',
  );
}
