import { suggestName } from '../document/nearest-name.js';
import type { Diagnostics } from '../document/diagnostics.js';
import type {
  ChoiceSchema,
  EntitySchema,
  FieldSchema,
  NamedSchema,
  VersionSchema,
} from './version-schema.js';

export function checkFormerNames({ entities, roles }: VersionSchema, problems: Diagnostics): void {
  checkClaims(roles, 'role', problems);
  for (const entity of Object.values(entities)) {
    checkFields(entity, problems);
    checkClaims(entity.actions, 'action', problems);
    checkStates(entity, problems);
  }
}

function checkClaims(named: readonly NamedSchema[], what: string, problems: Diagnostics): void {
  const claimed = new Map<string, string>();
  for (const { key, was, spot } of named) {
    if (was === undefined) continue;
    const before = claimed.get(was);
    if (was === key)
      problems.report(spot, `the ${what} \`${key}\` is called that already`, 'leave out `was`');
    else if (before !== undefined)
      problems.report(
        spot,
        `\`${before}\` and \`${key}\` both say that they were \`${was}\``,
        'leave out `was` in one of them',
      );
    claimed.set(was, key);
  }
}

function checkFields(
  owner: Pick<EntitySchema, 'fields' | 'removed'> & { readonly spot: EntitySchema['spot'] },
  problems: Diagnostics,
  what = 'field',
): void {
  checkClaims(owner.fields, what, problems);
  const names = new Set(owner.fields.map(({ key }) => key));
  const claimed = new Set(owner.fields.map(({ was }) => was));
  for (const gone of owner.removed) {
    if (names.has(gone))
      problems.report(
        owner.spot,
        `the ${what} \`${gone}\` is declared, and said to be removed`,
        'leave it out in one of the two places',
      );
    else if (claimed.has(gone))
      problems.report(
        owner.spot,
        `the ${what} \`${gone}\` has another name now, and is said to be removed`,
        'leave it out in `removed`',
      );
  }
  for (const field of owner.fields) {
    checkChoices(field, problems);
    if (field.columns.length > 0)
      checkFields({ ...field, fields: field.columns }, problems, `column of \`${field.key}\``);
  }
}

function checkChoices({ choices }: FieldSchema, problems: Diagnostics): void {
  const claimed = new Map<string, ChoiceSchema>();
  for (const choice of choices)
    for (const was of choice.was) {
      const before = claimed.get(was);
      if (was === choice.value)
        problems.report(choice.spot, `the choice \`${was}\` is called that already`, 'leave out `was`');
      else if (before)
        problems.report(
          choice.spot,
          `\`${before.value}\` and \`${choice.value}\` both say that they were \`${was}\``,
          'leave out `was` in one of them',
        );
      claimed.set(was, choice);
    }
}

function checkStates({ states, move, key }: EntitySchema, problems: Diagnostics): void {
  checkClaims(states, 'state', problems);
  const names = states.map((state) => state.key);
  const claimed = new Map(states.map((state) => [state.was, state.key]));
  for (const [from, { to, spot }] of Object.entries(move)) {
    if (!names.includes(to))
      problems.report(spot, `no state \`${to}\` in ${key} to move to`, suggestName(to, names));
    if (names.includes(from))
      problems.report(
        spot,
        `the state \`${from}\` is there: records in it stay in it`,
        'leave it out in `move`, or in `states`',
      );
    else if (claimed.has(from))
      problems.report(
        spot,
        `\`${claimed.get(from)}\` says that it was \`${from}\`, and \`move\` says otherwise`,
        'leave it out in one of the two places',
      );
  }
}
