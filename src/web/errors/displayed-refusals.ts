import type { Refusal } from '#views/view-models/display-value.js';
import type { Reason } from '#domain/refusal.js';
import { specificationHref } from '../addresses/page-addresses.js';

/** Deduplicates messages of several rules. `application`: whose document source positions refer to. */
export function displayRefusals(reasons: readonly Reason[], application?: string): readonly Refusal[] {
  return mergeDuplicates(reasons).map(({ code, message, remedy, rule, fields, place, conditions }) => ({
    code,
    message,
    remedy,
    rule,
    fields,
    ...(conditions && { conditions }),
    ...(place &&
      application !== undefined && {
        source: {
          section: place.section,
          line: place.line,
          href: specificationHref(application, { line: place.line }),
        },
      }),
  }));
}

function mergeDuplicates(reasons: readonly Reason[]): readonly Reason[] {
  const bySentence = new Map<string, Reason>();
  for (const reason of reasons) {
    const sentence = JSON.stringify([reason.message, reason.remedy]);
    const before = bySentence.get(sentence);
    const fields = [...new Set([...(before?.fields ?? []), ...reason.fields])];
    bySentence.set(sentence, { ...(before ?? reason), fields });
  }
  return [...bySentence.values()];
}
