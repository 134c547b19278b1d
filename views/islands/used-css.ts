// Build step: leaves out rules for classes that no page writes. Tabler has styles for everything; pages use a tenth of it.
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

/** A PostCSS plugin. `folder`: the sources whose words are the class names in use, so these are written out whole. */
export function usedCss(folder: string) {
  const words = wordsIn(folder);
  return {
    postcssPlugin: 'daybook-used-css',
    OnceExit(root: Root) {
      root.walkRules((rule) => {
        if (rule.parent?.type === 'atrule' && rule.parent.name?.endsWith('keyframes')) return;
        const used = rule.selectors.filter((selector) => isUsed(selector, words));
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

/** Whether every class a selector asks for is written somewhere. What stands in `:not()`, `:is()` and the like asks for nothing. */
export function isUsed(selector: string, words: ReadonlySet<string>): boolean {
  const plain = selector
    .replace(/:(?:not|is|where|has)\((?:[^()]|\([^()]*\))*\)/g, '')
    .replace(/\[[^[\]]*\]/g, '');
  const classes = plain.match(/\.-?[_a-zA-Z][\w-]*/g) ?? [];
  return classes.every((name) => words.has(name.slice(1)));
}
