// Secrets that stand in files, as containers are given them: NAME_FILE names the file, and its text becomes NAME.
import { readFileSync, statSync } from 'node:fs';

/** Settings that are secrets, or addresses that may hold a password. */
export const SECRET_SETTINGS = [
  'DAYBOOK_MASTER_KEY',
  'DAYBOOK_SESSION_SECRET',
  'DAYBOOK_SMTP',
  'DAYBOOK_EVENTS',
  'DAYBOOK_READS',
  'DAYBOOK_KEYS',
] as const;

const FILE = '_FILE';
/** Bytes; no secret is longer. */
const LONGEST = 4_096;
/** How the secrets of calls begin, whose names specifications choose. */
const CALL_SECRET = 'whsec_';

/**
 * Puts what the files say into the environment, once: afterwards NAME is set, and NAME_FILE is not. Returns what is wrong, a line for each.
 * Other variables that end so are left alone, unless their file holds a secret for calls.
 */
export function readSecretFiles(environment: NodeJS.ProcessEnv): readonly string[] {
  const wrong: string[] = [];
  for (const name of SECRET_SETTINGS) {
    const path = environment[name + FILE];
    if (!path) continue;
    const read = environment[name] ? BOTH(name) : textOf(path);
    if (typeof read === 'string') wrong.push(`${name}${FILE}: ${read}`);
    else take(environment, name, read.text);
  }
  for (const [variable, path] of Object.entries(environment)) {
    const name = variable.slice(0, -FILE.length);
    if (!variable.endsWith(FILE) || !path || environment[name]) continue;
    const read = textOf(path);
    if (typeof read !== 'string' && read.text.startsWith(CALL_SECRET)) take(environment, name, read.text);
  }
  return wrong;
}

const BOTH = (name: string) => `${name} is set as well; set one of both`;

function take(environment: NodeJS.ProcessEnv, name: string, text: string): void {
  environment[name] = text;
  delete environment[name + FILE];
}

/** Without the line break that editors put at the end. A string: what is wrong. */
function textOf(path: string): string | { readonly text: string } {
  try {
    const found = statSync(path);
    if (!found.isFile()) return `${path} is no file`;
    if (found.size > LONGEST) return `${path} is longer than a secret is (${LONGEST} bytes)`;
    const text = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
    if (text === '') return `${path} is empty`;
    return /[\r\n]/.test(text) ? `${path} has several lines; write the secret alone` : { text };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' ? `there is no file ${path}` : `the file ${path} cannot be read (${code})`;
  }
}
