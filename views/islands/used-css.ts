// Drops rules of unused classes, nine tenths of Tabler.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface CssNode {
  remove(): void;
}
interface CssRule extends CssNode {
  selectors: string[];
  readonly parent?: { readonly type: string; readonly name?: string };
}
interface Container extends CssNode {
  readonly nodes?: readonly unknown[];
}
interface Root {
  walkRules(visit: (rule: CssRule) => void): void;
  walkAtRules(visit: (rule: Container) => void): void;
}

/** `folder`: sources whose words count as used class names. */
export function createUnusedCssRemover(folder: string) {
  const words = wordsIn(folder);
  return {
    postcssPlugin: 'daybook-used-css',
    OnceExit(root: Root) {
      root.walkRules((rule) => {
        if (rule.parent?.type === 'atrule' && rule.parent.name?.endsWith('keyframes')) return;
        const used = rule.selectors.filter((selector) => isSelectorUsed(selector, words));
        if (used.length === 0) rule.remove();
        else if (used.length < rule.selectors.length) rule.selectors = used;
      });
      root.walkAtRules((rule) => {
        if (rule.nodes?.length === 0) rule.remove();
      });
    },
  };
}

function wordsIn(folder: string): ReadonlySet<string> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.tsx?$/.test(file),
  );
  return new Set(files.flatMap((file) => readFileSync(join(folder, file), 'utf8').match(/[\w-]+/g) ?? []));
}

/** Ignores `:not()`, `:is()` and the like. */
export function isSelectorUsed(selector: string, words: ReadonlySet<string>): boolean {
  const plain = selector
    .replace(/:(?:not|is|where|has)\((?:[^()]|\([^()]*\))*\)/g, '')
    .replace(/\[[^[\]]*\]/g, '');
  const classes = plain.match(/\.-?[_a-zA-Z][\w-]*/g) ?? [];
  return classes.every((name) => words.has(name.slice(1)));
}
