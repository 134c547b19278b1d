// Finds text for people that stands in code instead of a catalogue.
import type TypeScript from 'typescript';
import { nodesOf, ts, type Source } from './sources.js';

/** Attributes that nobody reads. */
const TECHNICAL =
  /^(className|id|name|type|href|rel|role|method|autoComplete|autoCapitalize|action|content|htmlFor|scope|encType|data-.+|aria-(labelledby|describedby|controls|current|live|keyshortcuts))$/;

/** Two words, or one that begins a sentence. */
const SENTENCE = /\p{L}{2,}[,:;]? \p{L}|^\p{Lu}\p{Ll}+$/u;

/** Lists of classes, types of content, headers, and markup. */
const NO_WORDS =
  /^(btn|card|db-|form-|alert)|^(text|attachment|inline|application)\b.*[;/]|^default-src|^<|^\w+, /;

/** Calls whose texts are names: of headers, cookies, events of the browser, symbols; and failures for programmers. */
const NAMING =
  /^(setHeader|setRequestHeader|hasHeader|addEventListener|includes|querySelector|querySelectorAll|closest|matches|has|get|set|Error|TypeError|channel|Symbol)$/;

function wordsOf(node: TypeScript.Node): string | undefined {
  if (ts.isJsxText(node)) return /\p{Ll}{2}/u.test(node.text) ? node.text.trim() : undefined;
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('');
}

function isForPeople(node: TypeScript.Node): boolean {
  const { parent } = node;
  if (ts.isImportDeclaration(parent) || ts.isLiteralTypeNode(parent) || ts.isCaseClause(parent)) return false;
  if (ts.isBinaryExpression(parent) && /^[!=]==$/.test(parent.operatorToken.getText())) return false;
  if (ts.isPropertyAssignment(parent) && parent.name === node) return false;
  if (isNamed(parent)) return false;
  for (let at = parent; at.parent; at = at.parent)
    if (ts.isJsxAttribute(at)) return !TECHNICAL.test(at.name.getText());
  return true;
}

function isNamed(parent: TypeScript.Node): boolean {
  if (!ts.isCallExpression(parent) && !ts.isNewExpression(parent)) return false;
  const { expression } = parent;
  return NAMING.test(ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText());
}

/** `line: text` of each. */
export function wordsIn({ file }: Source): readonly string[] {
  return nodesOf(file).flatMap((node) => {
    const words = wordsOf(node);
    if (words === undefined || NO_WORDS.test(words) || !isForPeople(node)) return [];
    if (!ts.isJsxText(node) && !SENTENCE.test(words)) return [];
    const { line } = file.getLineAndCharacterOfPosition(node.getStart());
    return [`${line + 1}: ${words.slice(0, 80)}`];
  });
}
