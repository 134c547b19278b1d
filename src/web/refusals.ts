// Reasons as pages show them: with a link to the line of the specification that holds them.
import type { Refusal } from '../../views/view-models.js';
import type { Reason } from '../domain/refusal.js';
import { specificationHref } from './routes.js';

/** `application`: key of the application whose specification the reasons' places are in. */
export function refusalsOf(reasons: readonly Reason[], application?: string): readonly Refusal[] {
  return reasons.map(({ code, message, remedy, rule, fields, place }) => ({
    code,
    message,
    remedy,
    rule,
    fields,
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
