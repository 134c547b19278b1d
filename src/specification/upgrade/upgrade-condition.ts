// What a new version has to keep: a problem where the answer to a question about the records is not 0.
import { suggestName } from '../document/nearest-name.js';
import type { SourcePosition } from '../document/diagnostics.js';
import { isRenamedIn } from './migration.js';
import type { Problem } from '../model/specification.js';
import type { NamedSchema, VersionSchema } from './version-schema.js';

/** A version that was published. */
export interface EarlierVersion {
  readonly version: number;
  readonly schema: VersionSchema;
  /** true: no record had a value in fields whose type the version changed; this was checked on publication. */
  readonly wasAsked: boolean;
}

/** A count of records, by names of the version before. */
export type UseQuestion =
  | { readonly of: 'records'; readonly entity: string }
  | { readonly of: 'state'; readonly entity: string; readonly state: string }
  /** Rounds of approvals about an action that go on; those in states that records are moved out of end with that. */
  | {
      readonly of: 'round';
      readonly entity: string;
      readonly action: string;
      readonly moved: readonly string[];
    }
  | ({ readonly of: 'values' } & FieldPath)
  | ({ readonly of: 'choice'; readonly choice: string } & FieldPath)
  /** Numbers that are too large to be stored with more digits after the point. */
  | ({ readonly of: 'larger'; readonly than: number } & FieldPath)
  /** People who hold it, or have lent it to a deputy. */
  | { readonly of: 'role'; readonly role: string };

export interface FieldPath {
  readonly entity: string;
  readonly field: string;
  /** table: the column. */
  readonly column?: string;
}

/** A problem if the answer to the question is not 0; without a question, one in any case. */
export interface UpgradeCondition {
  readonly spot: SourcePosition;
  readonly question?: UseQuestion;
  /** `{count}` stands for the answer and its noun: `3 records`. */
  readonly message: string;
  readonly remedy?: string;
}

/** Of all versions, each once. */
export function listNames(
  earlier: readonly EarlierVersion[],
  of: (schema: VersionSchema) => readonly NamedSchema[] | undefined,
): readonly string[] {
  return [...new Set(earlier.flatMap(({ schema }) => (of(schema) ?? []).map(({ key }) => key)))];
}

export interface ComparedNames {
  readonly what: string;
  readonly before: readonly NamedSchema[];
  readonly now: readonly NamedSchema[];
}

/** `was` of what never was. */
export function findUnknownNames(
  { what, before, now }: ComparedNames,
  known: readonly string[],
  owner?: string,
): readonly UpgradeCondition[] {
  const of = owner === undefined ? '' : ` in ${owner}`;
  return now.flatMap((each) =>
    isRenamedIn(each, before) && !known.includes(each.was!)
      ? [createUnknownNameCondition(each.spot, `${what} \`${each.was}\`${of}`, each.was!, known)]
      : [],
  );
}

export function createUnknownNameCondition(
  spot: SourcePosition,
  what: string,
  name: string,
  known: Iterable<string>,
): UpgradeCondition {
  const remedy = suggestName(name, known);
  return { spot, message: `there was no ${what} before`, ...(remedy !== undefined && { remedy }) };
}

/** The conditions that do not hold, as problems. `counts`: the answers to their questions, in their order. */
export function findUnmetConditions(
  conditions: readonly UpgradeCondition[],
  counts: readonly number[],
): readonly Problem[] {
  return conditions.flatMap(({ spot, question, message, remedy }, index) => {
    const count = question ? (counts[index] ?? 0) : 1;
    if (count === 0) return [];
    const noun = question?.of === 'role' ? ['person', 'people'] : ['record', 'records'];
    const counted = `${count.toLocaleString('en')} ${count === 1 ? noun[0] : noun[1]}`;
    const said = message.replace('{count}', counted);
    const worded = count === 1 ? toSingular(said, counted) : said;
    return [{ ...spot, message: worded, ...(remedy !== undefined && { remedy }) }];
  });
}

/** “1 record has”, “1 record of Case is”. */
function toSingular(message: string, counted: string): string {
  return message
    .replace(`there are ${counted}`, `there is ${counted}`)
    .replace(`${counted} have`, `${counted} has`)
    .replace(`${counted} hold`, `${counted} holds`)
    .replace(/^(1 record of \w+) are/, '$1 is')
    .replace(/^(1 record of \w+) wait/, '$1 waits')
    .replace(/^(1 person .*) or have lent/, '$1 or has lent');
}
