// Processes of the built command (`npm test` builds it first) on temporary folders.
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { jest } from '@jest/globals';
import { CommandHost } from './command-host.js';

// A process takes a second or more on a busy machine.
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
  readonly out: () => string;
  /** Resolves with the first match in standard output. Fails when the process ends before. */
  says(pattern: RegExp): Promise<RegExpExecArray>;
}

export interface Around {
  readonly data?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Another build. */
  readonly main?: string;
  /** A wrapper, such as a shell that sets a limit; it becomes the process. */
  readonly through?: readonly string[];
  /** Answers at a terminal, in order; null: end of input. Absent: no terminal. */
  readonly answers?: readonly (readonly [question: RegExp, answer: string | null])[];
}

/** A failed test leaves some behind. */
const running = new Set<ChildProcess>();

export const newFolder = (): string => mkdtempSync(join(tmpdir(), 'daybook-cli-'));

/** At the end of a test file: ends its processes and removes its folder. */
export function remove(folder: string): void {
  host?.process.kill('SIGKILL');
  host = undefined;
  for (const process of running) process.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

export function start(words: readonly string[], around: Around = {}): Running {
  const { cwd = ROOT, main = MAIN, through = [], answers } = around;
  if (!existsSync(MAIN))
    throw new Error(`There is no ${MAIN}: npm run build makes it, and npm test does so first.`);
  const [program, ...rest] = [...through, globalThis.process.execPath, main, ...words];
  const process = spawn(program!, rest, {
    cwd,
    env: { ...(answers && { NODE_OPTIONS: AT_TERMINAL }), ...environmentOf(around) },
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

/** Pipes that claim to be a terminal. */
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

/** Commands this suite has already run as their own process. */
const repeated = new Set<string>();
let host: CommandHost | undefined;
let isHostBusy = false;

/** Repeated commands share one process, as loading takes most of a command's time. */
export async function daybook(words: readonly string[], around: Around = {}): Promise<Ended> {
  const [command = ''] = words;
  if (!repeated.has(command) || isHostBusy || needsItsOwnProcess(around)) {
    const ended = await start(words, around).ended;
    if (!RUN_UNTIL_TOLD.includes(command)) repeated.add(command);
    return ended;
  }
  isHostBusy = true;
  try {
    if (!host || host.hasEnded) host = new CommandHost(MAIN, clean());
    return await host.run({ words, environment: environmentOf(around), cwd: around.cwd ?? ROOT });
  } finally {
    isHostBusy = false;
  }
}

const RUN_UNTIL_TOLD = ['serve', 'order-system'];

/** Node reads its own settings when it starts. */
const needsItsOwnProcess = ({ main, through, answers, environment = {} }: Around): boolean =>
  main !== undefined ||
  through !== undefined ||
  answers !== undefined ||
  Object.keys(environment).some((name) => name.startsWith('NODE_'));

/** Fails on a bad exit code. Returns standard output. */
export async function done(words: readonly string[], around?: Around): Promise<string> {
  const { code, signal, out, err } = await daybook(words, around);
  if (code !== 0) throw new Error(`daybook ${words.join(' ')} ended with ${code ?? signal}: ${err}${out}`);
  return out;
}

/** Of a server started with `--port 0`. */
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

const environmentOf = ({ data, environment }: Around): NodeJS.ProcessEnv => ({
  ...clean(),
  ...(data !== undefined && { DAYBOOK_DATA: data }),
  ...environment,
});

/** Without settings of the developer or of Jest. */
function clean(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('DAYBOOK_') && name !== 'NODE_ENV' && name !== 'NODE_OPTIONS',
  );
  // Tests request faster than people.
  const unhurried = { DAYBOOK_REQUESTS_PER_PERSON: '0', DAYBOOK_REQUESTS_PER_ADDRESS: '0' };
  return { ...Object.fromEntries(kept), ...unhurried };
}
