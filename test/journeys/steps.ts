// Counts a person's steps in a browser, for documents that promise their number.
import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';

/** From the task's row in a table. */
export function stepsDocumentedIn(document: string): (task: string) => number {
  const lines = readFileSync(new URL(`../../docs/${document}`, import.meta.url), 'utf8').split('\n');
  return (task) => Number(lines.find((line) => line.startsWith(`| ${task} `))?.split('|')[2]);
}

/** A click, a key, a choice, and a text typed into one field are a step each. */
export class Steps {
  taken = 0;
  constructor(private readonly page: Page) {}

  async click(target: Locator): Promise<void> {
    await target.click();
    this.taken++;
  }

  async choose(target: Locator, label: string): Promise<void> {
    await target.selectOption({ label });
    this.taken++;
  }

  async fill(target: Locator, text: string): Promise<void> {
    await target.fill(text);
    this.taken++;
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
    this.taken += keys.length;
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
    this.taken++;
  }

  /** Until the named control has the focus. */
  async tabTo(name: string): Promise<void> {
    // A searchable list has a box named `_find.` and its name.
    const names = [name, `_find.${name}`];
    const focused = () => this.page.evaluate(() => document.activeElement?.getAttribute('name') ?? '');
    for (let tabs = 0; !names.includes(await focused()); tabs++) {
      if (tabs > 40) throw new Error(`Tab does not lead to ${name}`);
      await this.press('Tab');
    }
  }
}
