// The words of one event: those of the version that it was decided by, and beside them what the same things are called now.
import type { PublishedVersion, PublishedApplications } from '#ports/specifications.js';
import type { Metadata } from '#domain/event.js';
import { keyToTitle } from '#specification/sections/common-shapes.js';
import {
  findEntityVocabulary,
  findFieldVocabulary,
  toCurrentName,
  getCurrentTitle,
  findTitle,
  type NamedElement,
} from '#specification/current-title.js';
import {
  getVocabulary,
  type EntityVocabulary,
  type FieldVocabulary,
  type Vocabulary,
} from '#specification/version-vocabulary.js';
import type { Specification } from '#specification/model/specification.js';
import type { Migration } from '#specification/upgrade/migration.js';
import {
  composeSteps,
  NOTHING_RENAMED,
  createMigrationSteps,
} from '#specification/upgrade/migration-steps.js';
import type { QueryDependencies } from '../query-dependencies.js';

/** What a thing was called. `now`: what it is called today, only where that is something else. */
export interface Word {
  readonly title: string;
  readonly now?: string;
}

/** Name and version of a specification, and the line of an action in it. */
export interface ActionPlace {
  readonly name: string;
  readonly version: number;
  readonly line: number;
}

/** A field as it was, with what it, its columns and its choices are called now. */
export interface FieldAtTime extends Omit<FieldVocabulary, 'fields'> {
  readonly titleNow?: string;
  readonly fields: readonly FieldAtTime[];
  /** What the choice of this value is called today, only where that is something else. */
  labelNow(value: string): string | undefined;
}

/** An event as far as its words go by it. */
export interface WordedEvent {
  readonly application: string | null;
  readonly entity: string | null;
  readonly metadata: Pick<Metadata, 'specification'>;
}

/** The words of the versions that a page of events was decided by. */
export interface KnownVocabularies {
  at(application: string, version: number): Vocabulary | undefined;
  now(application: string): Vocabulary | undefined;
  /** What was renamed since that version. */
  since(application: string, version: number): Migration;
}

/**
 * Can be made from an event alone: nobody takes the words of the newest version for those of an event by accident. An event that
 * names no version, or one that is not known any more, is told in the words of today.
 */
export class EventWords {
  /** '' where the event is of none. */
  readonly application: string;
  readonly #entity: string;
  readonly #then: Vocabulary | undefined;
  readonly #now: Vocabulary | undefined;
  readonly #since: Migration;
  readonly #version: number | undefined;
  readonly #fields = new Map<string, FieldAtTime | undefined>();

  private constructor(
    { application, entity }: Pick<WordedEvent, 'application' | 'entity'>,
    then: Vocabulary | undefined,
    now: Vocabulary | undefined,
    since: Migration,
    version: number | undefined,
  ) {
    this.application = application ?? '';
    this.#entity = entity ?? '';
    this.#then = then;
    this.#now = now;
    this.#since = since;
    this.#version = version;
  }

  static of(event: WordedEvent, known: KnownVocabularies): EventWords {
    const { application } = event;
    const now = application === null ? undefined : known.now(application);
    const version = versionOf(event);
    const then = version === undefined ? undefined : known.at(application!, version);
    const since = version === undefined ? NOTHING_RENAMED : known.since(application!, version);
    return new EventWords(event, then ?? now, now, since, then && version);
  }

  /** undefined: no version that is known here has such an entity. */
  entity(): Word | undefined {
    return this.#word({ of: 'entity', entity: this.#entity });
  }

  state(key: string): Word {
    return this.#word({ of: 'state', entity: this.#entity, key }) ?? { title: key };
  }

  action(key: string): Word {
    return this.#word({ of: 'action', entity: this.#entity, key }) ?? { title: key };
  }

  /** Of an action, in the past tense; undefined: the document does not say it. */
  done(key: string): string | undefined {
    return this.#own()?.actions.find((action) => action.key === key)?.done;
  }

  /** Where the version that an action was decided by declares it; undefined: the event names none, or it cannot be read. */
  declaredAt(action: string): ActionPlace | undefined {
    if (this.#version === undefined || !this.#then) return undefined;
    const found = findEntityVocabulary(this.#then, this.#entity)?.actions.find(({ key }) => key === action);
    return found && { name: this.#then.name, version: this.#version, line: found.line };
  }

  timer(key: string): Word {
    return this.#word({ of: 'timer', entity: this.#entity, key }) ?? { title: keyToTitle(key) };
  }

  /** Of a call or mail; its title is that of today where that version gave it none. `isNamed`: no version does. */
  call(key: string): Word & { readonly isNamed?: true } {
    const word = this.#word({ of: 'call', key });
    return word ?? { title: keyToTitle(key), isNamed: true };
  }

  /** The action that makes a call, or `open`; undefined: any change makes it, or a timer. */
  madeBy(call: string): string | undefined {
    const words = this.#then ?? this.#now;
    return words && Object.hasOwn(words.calls, call) ? words.calls[call]!.action : undefined;
  }

  constant(key: string): Word {
    return this.#word({ of: 'constant', key }) ?? { title: keyToTitle(key) };
  }

  /** undefined: neither that version nor the newest has it. */
  field(key: string): FieldAtTime | undefined {
    if (!this.#fields.has(key)) this.#fields.set(key, this.#field([key]));
    return this.#fields.get(key);
  }

  /** Keys of fields in the order of the version; those it did not have come last. */
  inOrder(keys: readonly string[]): readonly string[] {
    const order = new Map(this.#own()?.fields.map(({ key }, index) => [key, index]));
    const place = (key: string) => order.get(key) ?? order.size;
    return keys.toSorted((one, other) => place(one) - place(other));
  }

  #own(): EntityVocabulary | undefined {
    const then = this.#then && findEntityVocabulary(this.#then, this.#entity);
    return then ?? (this.#now && findEntityVocabulary(this.#now, this.#entity));
  }

  #word(named: NamedElement): Word | undefined {
    const title = this.#then && findTitle(this.#then, named);
    const now = this.#now && getCurrentTitle(this.#now, this.#since, named);
    if (title === undefined) return now === undefined ? undefined : { title: now };
    return now === undefined || now === title ? { title } : { title, now };
  }

  #field(path: readonly string[]): FieldAtTime | undefined {
    const at = { entity: this.#entity, path };
    const shape = (this.#then && findFieldVocabulary(this.#then, at)) ?? this.#fieldNow(at);
    return shape && this.#wordedField(shape, path);
  }

  #fieldNow(at: { readonly entity: string; readonly path: readonly string[] }): FieldVocabulary | undefined {
    return this.#now && findFieldVocabulary(this.#now, toCurrentName(this.#since, { of: 'field', ...at }));
  }

  #wordedField(shape: FieldVocabulary, path: readonly string[]): FieldAtTime {
    const at = { entity: this.#entity, path };
    const { title = shape.title, now } = this.#word({ of: 'field', ...at }) ?? {};
    return {
      ...shape,
      title,
      ...(now !== undefined && { titleNow: now }),
      fields: shape.fields.map((column) => this.#wordedField(column, [...path, column.key])),
      labelNow: (value) => this.#word({ of: 'choice', ...at, value })?.now,
    };
  }
}

/** The version an event was decided by; undefined: it names none of its application. */
function versionOf({
  application,
  metadata: { specification },
}: Pick<WordedEvent, 'application' | 'metadata'>): number | undefined {
  return specification && specification.key === application ? specification.version : undefined;
}

/** What the versions call things that these events were decided by: each version is read once, and never on this thread. */
export async function findVocabularies(
  { specifications }: Pick<QueryDependencies, 'specifications'>,
  events: readonly Pick<WordedEvent, 'application' | 'metadata'>[],
  published: PublishedApplications,
): Promise<KnownVocabularies> {
  const found = new Map<string, Vocabulary | undefined>();
  const keyOf = (application: string, version: number) => `${application} ${version}`;
  const asked: Promise<void>[] = [];
  for (const { application, metadata } of events) {
    const version = versionOf({ application, metadata });
    if (application === null || version === undefined) continue;
    const key = keyOf(application, version);
    if (found.has(key)) continue;
    const running = published.get(application);
    found.set(key, running?.version === version ? getVocabulary(running.specification) : undefined);
    if (running?.version === version) continue;
    asked.push(specifications.vocabulary(application, version).then((words) => void found.set(key, words)));
  }
  await Promise.all(asked);
  const renames = new Map<string, RenamesSince>();
  for (const application of new Set(events.map((event) => event.application))) {
    const running = application === null ? undefined : published.get(application);
    if (running) renames.set(application!, await listRenamesSince({ specifications }, running));
  }
  return {
    since: (application, version) => renames.get(application)?.(version) ?? NOTHING_RENAMED,
    at: (application, version) => found.get(keyOf(application, version)),
    now: (application) => {
      const running = published.get(application);
      return running && getVocabulary(running.specification);
    },
  };
}

export type RenamesSince = (version: number) => Migration;

const knownRenames = new WeakMap<Specification, Promise<RenamesSince>>();

/** What an application has renamed since each of its versions. Worked out once for the version that runs. */
export function listRenamesSince(
  sources: Pick<QueryDependencies, 'specifications'>,
  { specification, version: running }: PublishedVersion,
): Promise<RenamesSince> {
  const before = knownRenames.get(specification);
  if (before) return before;
  const finding = findEarlierVocabularies(sources, specification.key, running).then((earlier) => {
    const all = [...earlier, { version: running, words: getVocabulary(specification) }];
    const steps = createMigrationSteps(all.map(({ version, words }) => ({ version, schema: words?.schema })));
    const found = new Map<number, Migration>();
    return (version: number) => {
      const migration = found.get(version) ?? composeSteps(steps.filter(({ from }) => from >= version));
      found.set(version, migration);
      return migration;
    };
  });
  knownRenames.set(specification, finding);
  finding.catch(() => knownRenames.delete(specification));
  return finding;
}

/** One version of an application, and what it calls things. */
export interface VersionWords {
  readonly application: string;
  readonly version: number;
  readonly words: Vocabulary | undefined;
}

/** Every version of an application before the one that runs. */
export function findEarlierVocabularies(
  { specifications }: Pick<QueryDependencies, 'specifications'>,
  application: string,
  running: number,
): Promise<readonly VersionWords[]> {
  const numbers = Array.from({ length: running - 1 }, (_, index) => index + 1);
  return Promise.all(
    numbers.map(async (version) => {
      const words = await specifications.vocabulary(application, version);
      return { application, version, words };
    }),
  );
}
