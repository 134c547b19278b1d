// The command line as people use it: processes of the built command (`npm test` builds it first) on folders of their own.
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { jest } from '@jest/globals';

// Every process costs a second or more where machines are busy.
jest.setTimeout(180_000);

export const ROOT = resolve(import.meta.dirname, '../..');
export const MAIN = join(ROOT, 'dist/daybook/daybook.js');
export const FIXTURES = join(ROOT, 'test/cli/fixtures');
export const PERMITS = join(ROOT, 'specifications/permits.md');

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

export interface Running {
  readonly process: ChildProcess;
  readonly ended: Promise<Ended>;
  /** What was printed so far. */
  readonly out: () => string;
  /** Resolves with the match as soon as standard output has one. Fails when the process ends before. */
  says(pattern: RegExp): Promise<RegExpExecArray>;
}

export interface Around {
  /** Data folder. */
  readonly data?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** A program that runs it, such as a shell that sets a limit first; the process is still the same one. */
  readonly through?: readonly string[];
  /** What a person at a terminal answers to each question, in order; null: the end of input. Left out: nobody is at a terminal. */
  readonly answers?: readonly (readonly [question: RegExp, answer: string | null])[];
}

/** Of this test file: a failed test leaves some. */
const running = new Set<ChildProcess>();

export const newFolder = (): string => mkdtempSync(join(tmpdir(), 'daybook-cli-'));

/** At the end of a test file: ends what it started and removes its folder. */
export function remove(folder: string): void {
  for (const process of running) process.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

export function start(
  words: readonly string[],
  { data, environment, cwd = ROOT, through = [], answers }: Around = {},
): Running {
  if (!existsSync(MAIN))
    throw new Error(`There is no ${MAIN}: npm run build makes it, and npm test does so first.`);
  const [program, ...rest] = [...through, globalThis.process.execPath, MAIN, ...words];
  const process = spawn(program!, rest, {
    cwd,
    env: {
      ...clean(),
      ...(data !== undefined && { DAYBOOK_DATA: data }),
      ...(answers && { NODE_OPTIONS: AT_TERMINAL }),
      ...environment,
    },
    stdio: [answers ? 'pipe' : 'ignore', 'pipe', 'pipe'],
  });
  running.add(process);
  process.once('close', () => running.delete(process));
  const said = { out: '', err: '' };
  process.stdout!.setEncoding('utf8').on('data', (text: string) => (said.out += text));
  process.stderr!.setEncoding('utf8').on('data', (text: string) => (said.err += text));
  if (answers) answerQuestions(process, answers);
  const ended = new Promise<Ended>((resolve, reject) => {
    process.once('error', reject);
    process.once('close', (code, signal) => resolve({ code, signal, ...said }));
  });
  return {
    process,
    ended,
    out: () => said.out,
    says: (pattern) => waitForText(process, ended, said, pattern),
  };
}

/** Pipes that pass for a terminal: what is asked of one is only whether it is one. */
const AT_TERMINAL = `--import data:text/javascript,${encodeURIComponent(
  'process.stdin.isTTY = process.stderr.isTTY = true;',
)}`;

function answerQuestions(process: ChildProcess, answers: NonNullable<Around['answers']>): void {
  const left = [...answers];
  let printed = '';
  process.stderr!.on('data', (text: string) => {
    printed += text;
    const [next] = left;
    if (!next?.[0].test(printed)) return;
    left.shift();
    printed = '';
    if (next[1] === null) process.stdin!.end();
    else process.stdin!.write(`${next[1]}\n`);
  });
}

/** Runs it to its end. */
export const daybook = async (words: readonly string[], around?: Around): Promise<Ended> =>
  start(words, around).ended;

/** For what has to succeed. Returns standard output. */
export async function done(words: readonly string[], around?: Around): Promise<string> {
  const { code, signal, out, err } = await daybook(words, around);
  if (code !== 0) throw new Error(`daybook ${words.join(' ')} ended with ${code ?? signal}: ${err}${out}`);
  return out;
}

/** The address of a server that was started with `--port 0`. */
export async function addressOf(serving: Running): Promise<string> {
  return (await serving.says(/Daybook is at (http:\S+)/))[1]!;
}

function waitForText(
  process: ChildProcess,
  ended: Promise<Ended>,
  said: { readonly out: string },
  pattern: RegExp,
): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const match = pattern.exec(said.out);
      if (match) resolve(match);
    };
    process.stdout!.on('data', look);
    look();
    ended.then(
      ({ code, signal, out, err }) =>
        reject(new Error(`ended with ${code ?? signal} before it said ${pattern}: ${out}${err}`)),
      reject,
    );
  });
}

/** Settings of whoever runs the tests are none of theirs; neither is what Jest tells its own processes. */
function clean(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('DAYBOOK_') && name !== 'NODE_ENV' && name !== 'NODE_OPTIONS',
  );
  // Tests ask faster than people.
  const unhurried = { DAYBOOK_REQUESTS_PER_PERSON: '0', DAYBOOK_REQUESTS_PER_ADDRESS: '0' };
  return { ...Object.fromEntries(kept), ...unhurried };
}
