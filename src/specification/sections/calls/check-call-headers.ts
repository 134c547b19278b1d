import { findNodeAt, getKeyPositionAt, type Path } from '#specification/document/yaml-node.js';
import type { Problems, SectionData } from '../section-context.js';

const OURS =
  /^(host|connection|content-length|transfer-encoding|te|trailer|upgrade|expect|keep-alive|proxy-.*|idempotency-key|webhook-.*)$/i;
/** RFC 9110: a token. */
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

export function checkCallHeaders(section: SectionData<unknown>, path: Path, problems: Problems): void {
  for (const name of findNodeAt(section.node, path)?.children?.keys() ?? []) {
    const spot = getKeyPositionAt(section.node, [...path, name]);
    if (!NAME.test(String(name)))
      problems.report(spot, 'this is no name of a header', 'write one such as `Accept`');
    else if (OURS.test(String(name)))
      problems.report(spot, `\`${name}\` is written by Daybook itself`, 'leave it out');
  }
}
