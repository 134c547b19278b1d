// Two documents, compared by what they mean and by their lines.
import { toPublishedCheck } from './check-document.js';
import { checkWithCache, readSchemaWithCache } from './check-cache.js';
import { compareSpecifications } from './comparison/compare-specifications.js';
import type { Difference } from './comparison/differences.js';
import type { Specification } from './model/specification.js';
import { withStoredKeys } from './with-stored-keys.js';
import { withCurrentNames } from './naming/with-current-names.js';
import { createMigration, type Migration } from './upgrade/migration.js';
import { rekeyVersions, assignEntityKeys, NO_ENTITIES } from './upgrade/stored-keys.js';
import { NOTHING_RENAMED } from './upgrade/migration-steps.js';
import { compareLines, type ChangedLines } from './comparison/compare-lines.js';

export interface DocumentComparison {
  /** undefined: one of the documents does not run in this version of Daybook. */
  readonly meaning?: readonly Difference[];
  /** undefined: too many lines changed. */
  readonly lines?: readonly ChangedLines[];
  /** It was given up before it was over: there is neither meaning nor lines. */
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

/** One that was published runs on, whatever is refused only today. */
const checkRunnable = (text: string) => toPublishedCheck(checkWithCache(text));

function findRenames(before: string, after: string): Migration {
  const [earlier, later] = [readSchemaWithCache(before), readSchemaWithCache(after)];
  if (!earlier || !later) return NOTHING_RENAMED;
  const [one, other] = rekeyVersions([earlier, later]);
  return createMigration(one!, other!);
}

/** An entity that is called otherwise is compared with what it was. */
function withEarlierKeys(before: string, after: string, specification: Specification): Specification {
  const entities = [before, after].map((text) => Object.values(readSchemaWithCache(text)?.entities ?? {}));
  return withStoredKeys(specification, entities.reduce(assignEntityKeys, NO_ENTITIES).keys);
}
