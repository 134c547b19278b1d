// Section 3: patterns are of the RE2 kind, which every engine reads the same way and none takes for ever on.
import type { Problems, Spot } from '../document/problems.js';

const NOT_RE2 = /\\[1-9]|\\k<|\(\?<?[=!]/;

export function checkPattern(pattern: string, spot: Spot, problems: Problems): void {
  if (pattern.length > 500) {
    problems.report(spot, 'the pattern is longer than 500 characters', 'use a rule in section 5 instead');
  } else if (NOT_RE2.test(pattern)) {
    problems.report(
      spot,
      'the pattern looks around or back',
      'write it without `(?=…)`, `(?!…)`, `(?<…)` and `\\1`',
    );
  } else if (!compiles(pattern)) {
    problems.report(
      spot,
      `\`${pattern.slice(0, 60)}\` is no regular expression`,
      'write it like `[A-Z]{2}[0-9]+`',
    );
  }
}

function compiles(pattern: string): boolean {
  try {
    new RegExp(`^(?:${pattern})$`, 'u');
    return true;
  } catch {
    return false;
  }
}
