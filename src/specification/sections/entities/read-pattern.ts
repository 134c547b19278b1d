// Section 3: patterns of fields, judged before anybody types into them.
import type { Diagnostics, SourcePosition } from '#specification/document/diagnostics.js';
import { patternOf } from '#specification/values/pattern.js';

export function checkPattern(pattern: string, spot: SourcePosition, problems: Diagnostics): void {
  const made = patternOf(pattern);
  if ('wrong' in made) problems.report(spot, made.wrong, made.remedy);
}
