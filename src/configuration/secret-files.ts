// As containers provide secrets: NAME_FILE names a file whose text becomes NAME.
import { readFileSync, statSync } from 'node:fs';

/** Includes addresses that may contain a password. */
export const SECRET_SETTINGS = [
  'DAYBOOK_MASTER_KEY',
  'DAYBOOK_SESSION_SECRET',
  'DAYBOOK_SMTP',
  'DAYBOOK_EVENTS',
  'DAYBOOK_READS',
  'DAYBOOK_KEYS',
  'OTEL_EXPORTER_OTLP_HEADERS',
] as const;

const FILE = '_FILE';
/** Bytes. */
const LONGEST = 4_096;
/** Specifications choose the variable names of call secrets. */
const CALL_SECRET = 'whsec_';

/** Removes NAME_FILE. Returns a line per error. Unknown variables are ignored, unless their file holds a call secret. */
export function readSecretFiles(environment: NodeJS.ProcessEnv): readonly string[] {
  const wrong: string[] = [];
  for (const name of SECRET_SETTINGS) {
    const path = environment[name + FILE];
    if (!path) continue;
    const read = environment[name] ? BOTH(name) : readSecret(path);
    if (typeof read === 'string') wrong.push(`${name}${FILE}: ${read}`);
    else take(environment, name, read.text);
  }
  for (const [variable, path] of Object.entries(environment)) {
    const name = variable.slice(0, -FILE.length);
    if (!variable.endsWith(FILE) || !path || environment[name]) continue;
    const read = readSecret(path);
    if (typeof read !== 'string' && read.text.startsWith(CALL_SECRET)) take(environment, name, read.text);
  }
  return wrong;
}

const BOTH = (name: string) => `${name} is set as well; set one of both`;

function take(environment: NodeJS.ProcessEnv, name: string, text: string): void {
  environment[name] = text;
  delete environment[name + FILE];
}

/** Without a trailing line break; a string is an error. */
function readSecret(path: string): string | { readonly text: string } {
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
