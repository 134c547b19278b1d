import { toPublishedCheck } from './check-document.js';
import { checkWithCache, readSchemaWithCache } from './check-cache.js';
import { compareSpecifications } from './comparison/compare-specifications.js';
import type { Difference } from './comparison/differences.js';
import type { Specification } from './model/specification.js';
import { withStoredKeys } from './with-stored-keys.js';
import { withCurrentNames } from './naming/with-current-names.js';
import { createMigration, type Migration } from './upgrade/migration.js';
import { rekeyVersionSchemas, assignStoredKeys, NO_STORED_ENTITY_KEYS } from './upgrade/stored-keys.js';
import { EMPTY_MIGRATION } from './upgrade/version-migrations.js';
import { compareLines, type DiffHunk } from './comparison/compare-lines.js';

export interface DocumentComparison {
  /** undefined: a document does not run in this version of Daybook. */
  readonly meaning?: readonly Difference[];
  readonly lines?: readonly DiffHunk[];
  readonly isGivenUp?: boolean;
}

export function compareDocuments(before: string, after: string): DocumentComparison {
  const [one, other] = [checkRunnable(before), checkRunnable(after)];
  const lines = compareLines(before, after);
  return {
    ...(one.ok &&
      other.ok && {
        meaning: compareSpecifications(
          withCurrentNames(one.specification, findRenames(before, after)),
          withEarlierKeys(before, after, other.specification),
        ),
      }),
    ...(lines && { lines }),
  };
}

const checkRunnable = (text: string) => toPublishedCheck(checkWithCache(text));

function findRenames(before: string, after: string): Migration {
  const [earlier, later] = [readSchemaWithCache(before), readSchemaWithCache(after)];
  if (!earlier || !later) return EMPTY_MIGRATION;
  const [one, other] = rekeyVersionSchemas([earlier, later]);
  return createMigration(one!, other!);
}

function withEarlierKeys(before: string, after: string, specification: Specification): Specification {
  const entities = [before, after].map((text) => Object.values(readSchemaWithCache(text)?.entities ?? {}));
  return withStoredKeys(specification, entities.reduce(assignStoredKeys, NO_STORED_ENTITY_KEYS).keys);
}
