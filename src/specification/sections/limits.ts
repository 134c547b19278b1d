// Section 9: how much and how often.
import { keyed } from '../document/keyed.js';
import { keySpotAt } from '../document/node.js';
import { didYouMean } from '../document/nearest.js';
import type { Limits } from '../specification.js';
import type { ConstantsSection } from './constants.js';
import { placeAt, type Problems } from './reading.js';
import { bytesOf } from './words.js';

export function readLimits(
  section: ConstantsSection,
  entities: readonly string[],
  problems: Problems,
): Limits {
  const shown = section.data.limits ?? {};
  for (const entity of Object.keys(shown.retention ?? {})) {
    if (entities.includes(entity)) continue;
    const spot = keySpotAt(section.node, ['limits', 'retention', entity]);
    problems.report(spot, `no entity \`${entity}\``, didYouMean(entity, entities));
  }
  return {
    ...(shown.opensPerUserPerDay === undefined ? {} : { opensPerUserPerDay: shown.opensPerUserPerDay }),
    text: shown.text ?? 10_000,
    comment: shown.comment ?? 10_000,
    reason: shown.reason ?? 1_000,
    rows: shown.rows ?? 200,
    attachment: bytesOf(shown.attachment ?? '10 MB'),
    retention: keyed(Object.entries(shown.retention ?? {})),
    places: keyed(Object.keys(shown).map((key) => [key, placeAt(section, ['limits', key])])),
  };
}
