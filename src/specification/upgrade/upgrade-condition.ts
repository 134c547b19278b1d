import { suggestName } from '../document/nearest-name.js';
import type { SourcePosition } from '../document/diagnostics.js';
import { isRenamedIn } from './migration.js';
import type { Problem } from '../model/specification.js';
import type { NamedSchema, VersionSchema } from './version-schema.js';

export interface EarlierVersion {
  readonly version: number;
  readonly schema: VersionSchema;
  /** true: fields with changed types had no values at publication. */
  readonly wasChecked: boolean;
}

/** Names are those of the version before. */
export type UsageQuestion =
  | { readonly of: 'records'; readonly entity: string }
  | { readonly of: 'state'; readonly entity: string; readonly state: string }
  /** Moving records out of the state ends their rounds. */
  | {
      readonly of: 'round';
      readonly entity: string;
      readonly action: string;
      readonly moved: readonly string[];
    }
  | ({ readonly of: 'values' } & FieldPath)
  | ({ readonly of: 'choice'; readonly choice: string } & FieldPath)
  | ({ readonly of: 'larger'; readonly than: number } & FieldPath)
  | { readonly of: 'role'; readonly role: string };

export interface FieldPath {
  readonly entity: string;
  readonly field: string;
  readonly column?: string;
}

/** A problem unless the answer is 0; always without a question. */
export interface UpgradeCondition {
  readonly spot: SourcePosition;
  readonly question?: UsageQuestion;
  /** `{count}`: answer and noun, `3 records`. */
  readonly message: string;
  readonly remedy?: string;
}

export function listEarlierNames(
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

export function findUnknownNameConditions(
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

export function findUnmetConditions(
  conditions: readonly UpgradeCondition[],
  counts: readonly number[],
): readonly Problem[] {
  return conditions.flatMap(({ spot, question, message, remedy }, index) => {
    const count = question ? (counts[index] ?? 0) : 1;
    if (count === 0) return [];
    const noun = question?.of === 'role' ? ['person', 'people'] : ['record', 'records'];
    const counted = `${count.toLocaleString('en')} ${count === 1 ? noun[0] : noun[1]}`;
    const filled = message.replace('{count}', counted);
    const worded = count === 1 ? toSingular(filled, counted) : filled;
    return [{ ...spot, message: worded, ...(remedy !== undefined && { remedy }) }];
  });
}

/** “1 record has”, “1 record of Case is” */
function toSingular(message: string, counted: string): string {
  return message
    .replace(`there are ${counted}`, `there is ${counted}`)
    .replace(`${counted} have`, `${counted} has`)
    .replace(`${counted} hold`, `${counted} holds`)
    .replace(/^(1 record of \w+) are/, '$1 is')
    .replace(/^(1 record of \w+) wait/, '$1 waits')
    .replace(/^(1 person .*) or have delegated/, '$1 or has delegated');
}
