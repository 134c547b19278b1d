// The document that the README asks its reader to write.
import { readFileSync } from 'node:fs';

export const readme = readFileSync('README.md', 'utf8');

export function readmeExample(): string {
  const [, text] = /^<!-- example:[^\n]*\n````markdown\n(.*?)^````$/ms.exec(readme) ?? [];
  if (text === undefined) throw new Error('the README shows no example');
  return text;
}
