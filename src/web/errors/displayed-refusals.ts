// Reasons as pages show them: with a link to the line of the specification that holds them.
import type { Refusal } from '#views/view-models/shown.js';
import type { Reason } from '#domain/refusal.js';
import { specificationHref } from '../addresses/page-addresses.js';

/**
 * Reasons with links to the lines of the specification that hold them. Each sentence once, however many rules say it. `application`: key of
 * the application whose specification the reasons' places are in.
 */
export function displayRefusals(reasons: readonly Reason[], application?: string): readonly Refusal[] {
  return saidOnce(reasons).map(({ code, message, remedy, rule, fields, place, conditions }) => ({
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

function saidOnce(reasons: readonly Reason[]): readonly Reason[] {
  const said = new Map<string, Reason>();
  for (const reason of reasons) {
    const sentence = JSON.stringify([reason.message, reason.remedy]);
    const before = said.get(sentence);
    const fields = [...new Set([...(before?.fields ?? []), ...reason.fields])];
    said.set(sentence, { ...(before ?? reason), fields });
  }
  return [...said.values()];
}
