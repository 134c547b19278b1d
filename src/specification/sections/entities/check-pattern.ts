import type { Diagnostics, SourcePosition } from '#specification/document/diagnostics.js';
import { compilePattern } from '#specification/values/pattern.js';

export function checkPattern(pattern: string, spot: SourcePosition, problems: Diagnostics): void {
  const made = compilePattern(pattern);
  if ('wrong' in made) problems.report(spot, made.wrong, made.remedy);
}
