// What a version of a specification calls things, and how its values are written: plain data, so that it crosses threads and is
// kept for versions that nothing runs by any more.
import { readSpecificationText, specificationAsFarAsRead } from './check.js';
import type { Choice, Entity, Field, Specification } from './specification.js';
import { readTitles, titledOf, type TitledEntities } from './titles.js';
import { keyed } from './document/keyed.js';
import { collectProblems } from './document/problems.js';

/** What showing a value of a field needs to know of it. A field of a specification has all of it, too. */
export interface FieldVocabulary {
  readonly key: string;
  readonly title: string;
  readonly type: string;
  readonly places: number;
  readonly currency?: string;
  readonly choices: readonly Choice[];
  /** reference: the entity it points to. */
  readonly to?: string;
  /** table: its columns. */
  readonly fields: readonly FieldVocabulary[];
}

interface Titled {
  readonly key: string;
  readonly title: string;
}

export interface EntityVocabulary extends Titled {
  readonly plural: string;
  /** In the order of the document, as everything here. */
  readonly fields: readonly FieldVocabulary[];
  readonly states: readonly Titled[];
  readonly actions: readonly Titled[];
  readonly timers: readonly Titled[];
}

export interface Vocabulary {
  readonly name: string;
  readonly entities: Readonly<Record<string, EntityVocabulary>>;
  readonly roles: Readonly<Record<string, Titled>>;
  /** What titles of records tell, and which fields had readers of their own; undefined: that cannot be read any more. */
  readonly titled?: TitledEntities;
}

const known = new WeakMap<Specification, Vocabulary>();

export function vocabularyOf(specification: Specification): Vocabulary {
  let found = known.get(specification);
  if (!found) known.set(specification, (found = makeVocabulary(specification, titledOf(specification))));
  return found;
}

/**
 * The words of a document that was published once. One that passes no check any more still says them, as far as it can be read;
 * undefined: not at all.
 */
export function readVocabulary(text: string): Vocabulary | undefined {
  const problems = collectProblems();
  const read = readSpecificationText(text, problems);
  const specification = 'problems' in read ? undefined : specificationAsFarAsRead(read, problems);
  if (!specification) return undefined;
  const isWhole = problems.all().length === 0;
  return makeVocabulary(specification, isWhole ? titledOf(specification) : readTitles(text));
}

function makeVocabulary(
  { name, entities, roles }: Specification,
  titled: TitledEntities | undefined,
): Vocabulary {
  return {
    name,
    entities: mapped(entities, wordsOfEntity),
    roles: mapped(roles, titledAlone),
    ...(titled && { titled: withoutExpressions(titled) }),
  };
}

const titledAlone = ({ key, title }: Titled): Titled => ({ key, title });

function wordsOfEntity({ key, title, plural, fields, lifecycle }: Entity): EntityVocabulary {
  const { states, actions, timers } = lifecycle;
  return {
    ...{ key, title, plural },
    fields: fields.map(wordsOfField),
    states: states.map(titledAlone),
    actions: actions.map(titledAlone),
    timers: timers.map(titledAlone),
  };
}

function wordsOfField({ key, title, type, places, currency, choices, to, fields }: Field): FieldVocabulary {
  return {
    ...{ key, title, type, places },
    ...(currency !== undefined && { currency }),
    choices,
    ...(to !== undefined && { to }),
    fields: fields.map(wordsOfField),
  };
}

/** That a field had readers of its own is enough; who they were is an expression, which does not cross threads. */
const withoutExpressions = ({ entities }: TitledEntities): TitledEntities => ({
  entities: mapped(entities, ({ permissions, ...entity }) => ({
    ...entity,
    permissions: {
      fields: mapped(permissions.fields, ({ read }) => (read === undefined ? {} : { read: true })),
    },
  })),
});

const mapped = <From, To>(
  from: Readonly<Record<string, From>>,
  to: (each: From) => To,
): Readonly<Record<string, To>> => keyed(Object.entries(from).map(([key, each]) => [key, to(each)]));
