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
  composeVersionMigrations,
  EMPTY_MIGRATION,
  createVersionMigrations,
} from '#specification/upgrade/version-migrations.js';
import type { QueryDependencies } from '../query-dependencies.js';

/** `now`: the current name, if it differs. */
export interface NameThenAndNow {
  readonly title: string;
  readonly now?: string;
}

export interface ActionSource {
  readonly name: string;
  readonly version: number;
  readonly line: number;
}

export interface FieldAtTime extends Omit<FieldVocabulary, 'fields'> {
  readonly titleNow?: string;
  readonly fields: readonly FieldAtTime[];
  labelNow(value: string): string | undefined;
}

export interface WordedEvent {
  readonly application: string | null;
  readonly entity: string | null;
  readonly metadata: Pick<Metadata, 'specification'>;
}

export interface KnownVocabularies {
  at(application: string, version: number): Vocabulary | undefined;
  now(application: string): Vocabulary | undefined;
  since(application: string, version: number): Migration;
}

/** Uses names of the version that decided the event, else current ones. */
export class EventWords {
  /** '': no application. */
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
    const version = getSpecificationVersion(event);
    const then = version === undefined ? undefined : known.at(application!, version);
    const since = version === undefined ? EMPTY_MIGRATION : known.since(application!, version);
    return new EventWords(event, then ?? now, now, since, then && version);
  }

  entity(): NameThenAndNow | undefined {
    return this.#word({ of: 'entity', entity: this.#entity });
  }

  state(key: string): NameThenAndNow {
    return this.#word({ of: 'state', entity: this.#entity, key }) ?? { title: key };
  }

  action(key: string): NameThenAndNow {
    return this.#word({ of: 'action', entity: this.#entity, key }) ?? { title: key };
  }

  /** undefined: not declared. */
  done(key: string): string | undefined {
    return this.#own()?.actions.find((action) => action.key === key)?.done;
  }

  /** undefined: no version, or unreadable. */
  declaredAt(action: string): ActionSource | undefined {
    if (this.#version === undefined || !this.#then) return undefined;
    const found = findEntityVocabulary(this.#then, this.#entity)?.actions.find(({ key }) => key === action);
    return found && { name: this.#then.name, version: this.#version, line: found.line };
  }

  timer(key: string): NameThenAndNow {
    return this.#word({ of: 'timer', entity: this.#entity, key }) ?? { title: keyToTitle(key) };
  }

  /** `isNamed`: the title is the key. */
  call(key: string): NameThenAndNow & { readonly isNamed?: true } {
    const word = this.#word({ of: 'call', key });
    return word ?? { title: keyToTitle(key), isNamed: true };
  }

  /** An action or `open`; undefined: any change, or a timer. */
  madeBy(call: string): string | undefined {
    const words = this.#then ?? this.#now;
    return words && Object.hasOwn(words.calls, call) ? words.calls[call]!.action : undefined;
  }

  constant(key: string): NameThenAndNow {
    return this.#word({ of: 'constant', key }) ?? { title: keyToTitle(key) };
  }

  field(key: string): FieldAtTime | undefined {
    if (!this.#fields.has(key)) this.#fields.set(key, this.#field([key]));
    return this.#fields.get(key);
  }

  /** In the version's order. */
  fields(): readonly FieldAtTime[] {
    return (this.#own()?.fields ?? []).flatMap(({ key }) => this.field(key) ?? []);
  }

  /** In the version's order, unknown ones last. */
  inOrder(keys: readonly string[]): readonly string[] {
    const order = new Map(this.#own()?.fields.map(({ key }, index) => [key, index]));
    const place = (key: string) => order.get(key) ?? order.size;
    return keys.toSorted((one, other) => place(one) - place(other));
  }

  #own(): EntityVocabulary | undefined {
    const then = this.#then && findEntityVocabulary(this.#then, this.#entity);
    return then ?? (this.#now && findEntityVocabulary(this.#now, this.#entity));
  }

  #word(named: NamedElement): NameThenAndNow | undefined {
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

/** undefined: of another application. */
export function getSpecificationVersion({
  application,
  metadata: { specification },
}: Pick<WordedEvent, 'application' | 'metadata'>): number | undefined {
  return specification && specification.key === application ? specification.version : undefined;
}

export async function findVocabularies(
  { specifications }: Pick<QueryDependencies, 'specifications'>,
  events: readonly Pick<WordedEvent, 'application' | 'metadata'>[],
  published: PublishedApplications,
): Promise<KnownVocabularies> {
  const found = new Map<string, Vocabulary | undefined>();
  const keyOf = (application: string, version: number) => `${application} ${version}`;
  const loads: Promise<void>[] = [];
  for (const { application, metadata } of events) {
    const version = getSpecificationVersion({ application, metadata });
    if (application === null || version === undefined) continue;
    const key = keyOf(application, version);
    if (found.has(key)) continue;
    const running = published.get(application);
    found.set(key, running?.version === version ? getVocabulary(running.specification) : undefined);
    if (running?.version === version) continue;
    loads.push(specifications.vocabulary(application, version).then((words) => void found.set(key, words)));
  }
  await Promise.all(loads);
  const renames = new Map<string, RenamesSince>();
  for (const application of new Set(events.map((event) => event.application))) {
    const running = application === null ? undefined : published.get(application);
    if (running) renames.set(application!, await listRenamesSince({ specifications }, running));
  }
  return {
    since: (application, version) => renames.get(application)?.(version) ?? EMPTY_MIGRATION,
    at: (application, version) => found.get(keyOf(application, version)),
    now: (application) => {
      const running = published.get(application);
      return running && getVocabulary(running.specification);
    },
  };
}

export type RenamesSince = (version: number) => Migration;

const knownRenames = new WeakMap<Specification, Promise<RenamesSince>>();

/** Cached for the running version. */
export function listRenamesSince(
  sources: Pick<QueryDependencies, 'specifications'>,
  { specification, version: running }: PublishedVersion,
): Promise<RenamesSince> {
  const before = knownRenames.get(specification);
  if (before) return before;
  const finding = findEarlierVocabularies(sources, specification.key, running).then((earlier) => {
    const all = [...earlier, { version: running, words: getVocabulary(specification) }];
    const steps = createVersionMigrations(
      all.map(({ version, words }) => ({ version, schema: words?.schema })),
    );
    const found = new Map<number, Migration>();
    return (version: number) => {
      const migration =
        found.get(version) ?? composeVersionMigrations(steps.filter(({ from }) => from >= version));
      found.set(version, migration);
      return migration;
    };
  });
  knownRenames.set(specification, finding);
  finding.catch(() => knownRenames.delete(specification));
  return finding;
}

export interface VersionWords {
  readonly application: string;
  readonly version: number;
  readonly words: Vocabulary | undefined;
}

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
