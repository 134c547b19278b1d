import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, Result } from 'axe-core';
import type { Page } from 'playwright-core';

/** The minified build: a browser compiles it for each page. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const ALL_RULES = {
  // Other results are as long as the page.
  resultTypes: ['violations'],
  // No rule that runs by default asks for style sheets.
  preload: { assets: ['media'] },
};
const RULES_OF_COLOURS = { ...ALL_RULES, runOnly: { type: 'rule', values: ['color-contrast'] } };

/** axe's findings in the page as it is. In the dark, only colours differ. */
export async function findViolations(
  page: Page,
  colorScheme: 'light' | 'dark' = 'light',
): Promise<readonly Result[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE);
  const options = colorScheme === 'dark' ? RULES_OF_COLOURS : ALL_RULES;
  const { violations } = (await page.evaluate(
    `axe.run(${JSON.stringify(options)}).then(({ violations }) => ({ violations }))`,
  )) as Pick<AxeResults, 'violations'>;
  return violations;
}
